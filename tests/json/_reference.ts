/** A slow reader of JSON with the position of every value, as a reference for the scanners. */

export type Node =
  | { readonly kind: 'scalar'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'array';
      readonly start: number;
      readonly end: number;
      readonly elements: readonly Node[];
    }
  | {
      readonly kind: 'object';
      readonly start: number;
      readonly end: number;
      readonly members: readonly (readonly [name: string, value: Node])[];
    };

/** Reads a text that `JSON.parse` accepts; each array and object of it calls itself. */
export function readNode(json: string, from = 0): Node {
  const start = afterSpace(json, from);
  if (json[start] === '[') return readArray(json, start);
  if (json[start] === '{') return readObject(json, start);
  return { kind: 'scalar', start, end: scalarEnd(json, start) };
}

/** The text of a node at a path. */
export function textAt(json: string, path: readonly (string | number)[]): string | undefined {
  let node: Node | undefined = readNode(json);
  for (const step of path) node = node && childOf(node, step);
  return node && json.slice(node.start, node.end);
}

/** The value of a node. */
export function meaningOf(json: string, node = readNode(json)): unknown {
  if (node.kind === 'scalar') return JSON.parse(json.slice(node.start, node.end));
  if (node.kind === 'array') return node.elements.map((element) => meaningOf(json, element));
  return Object.fromEntries(node.members.map(([name, value]) => [name, meaningOf(json, value)]));
}

export function depthOf(node: Node): number {
  if (node.kind === 'scalar') return 0;
  const children = node.kind === 'array' ? node.elements : node.members.map(([, value]) => value);
  return 1 + Math.max(0, ...children.map(depthOf));
}

function childOf(node: Node, step: string | number): Node | undefined {
  if (node.kind === 'array') return typeof step === 'number' ? node.elements[step] : undefined;
  if (node.kind === 'object') return node.members.findLast(([name]) => name === step)?.[1];
  return undefined;
}

function readArray(json: string, start: number): Node {
  const elements: Node[] = [];
  let at = afterSpace(json, start + 1);
  while (json[at] !== ']') {
    const element = readNode(json, at);
    elements.push(element);
    at = afterComma(json, element.end);
  }
  return { kind: 'array', start, end: at + 1, elements };
}

function readObject(json: string, start: number): Node {
  const members: [string, Node][] = [];
  let at = afterSpace(json, start + 1);
  while (json[at] !== '}') {
    const end = scalarEnd(json, at);
    const value = readNode(json, afterSpace(json, end) + 1);
    members.push([JSON.parse(json.slice(at, end)), value]);
    at = afterComma(json, value.end);
  }
  return { kind: 'object', start, end: at + 1, members };
}

/** The shortest prefix that is a complete JSON value. */
function scalarEnd(json: string, start: number): number {
  let end = start + 1;
  if (json[start] === '"') for (; json[end] !== '"'; end++) end += json[end] === '\\' ? 1 : 0;
  else while (end < json.length && !' \t\n\r,:]}'.includes(json[end] ?? '')) end++;
  return json[start] === '"' ? end + 1 : end;
}

function afterComma(json: string, from: number): number {
  const at = afterSpace(json, from);
  return json[at] === ',' ? afterSpace(json, at + 1) : at;
}

function afterSpace(json: string, from: number): number {
  let at = from;
  while (at < json.length && ' \t\n\r'.includes(json[at] ?? '')) at++;
  return at;
}
