import { isRecord } from '../fields/values.ts';
import { ensure } from '../text/memo.ts';
import { isDue, type Steps } from '../text/turns.ts';
import { combinedIn, membersOf } from './combined.ts';
import { itemsOf, type Located, textIn, within } from './located.ts';
import type { References } from './references.ts';

/** Writes values as XML, as the XML Objects of their schemas say. */

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes a value as an XML document, in steps. Without a name of its own, its element has that of its component, or `root`. */
export function* writeXml(value: unknown, schema: Located, references: References): Steps<string> {
  const all = combinedIn([schema], references);
  const name = nameIn(all) ?? componentOf(all, references) ?? 'root';
  const node: Node = { value, all, name, find: memberFinder(references) };
  return `${PROLOG}${yield* itemElement(node)}\n`;
}

/** A value to write, with all its schemas, and the name of its element. */
interface Node {
  readonly value: unknown;
  readonly all: readonly Located[];
  readonly name: string;
  readonly find: FindMembers;
}

type FindMembers = (
  all: readonly Located[],
  named: string,
  name: string,
  others: string,
) => readonly Located[];

/** Makes a function that finds the schemas of members, once for each name: a list may have thousands of items. */
function memberFinder(references: References): FindMembers {
  const known = new Map<readonly Located[], Map<string, readonly Located[]>>();
  return (all, named, name, others) =>
    ensure(
      ensure(known, all, () => new Map()),
      `${named} ${name}`,
      () => combinedIn(membersOf(all, named, name, others), references),
    );
}

/** Writes a value that stands for itself: if it is a list, its items are in one element. */
function* itemElement(node: Node): Steps<string> {
  const { value } = node;
  return Array.isArray(value)
    ? elementOf(node, yield* listOf(value, node, 'item'))
    : yield* element(value, node);
}

function* element(value: unknown, node: Node): Steps<string> {
  if (isDue()) yield;
  return isRecord(value) ? yield* objectElement(value, node) : elementOf(node, escaped(textOf(value)));
}

function elementOf({ name, all }: Node, content: string, attributes = ''): string {
  const tag = qualified(name, all);
  const start = `${tag}${namespaceOf(all)}${attributes}`;
  return content === '' ? `<${start}/>` : `<${start}>${content}</${tag}>`;
}

function* objectElement(value: Readonly<Record<string, unknown>>, node: Node): Steps<string> {
  let attributes = '';
  let content = '';
  for (const name of Object.keys(value)) {
    const all = node.find(node.all, 'properties', name, 'additionalProperties');
    const member: Node = { value: value[name], all, name: nameIn(all) ?? name, find: node.find };
    const kind = kindOf(all);
    if (kind === 'attribute')
      attributes += ` ${qualified(member.name, all)}="${escaped(textOf(member.value)).replaceAll('"', '&quot;')}"`;
    else if (kind === 'text') content += escaped(textOf(member.value));
    else
      content += Array.isArray(member.value)
        ? yield* listElements(member.value, member, name)
        : yield* element(member.value, member);
  }
  return elementOf(node, content, attributes);
}

/** Writes a list: its items one after the other, or in an element of their own if it is wrapped. Its name is then that of the element. */
function* listElements(items: readonly unknown[], list: Node, property: string): Steps<string> {
  const isWrapped = xmlIn(list.all, 'wrapped').value === true || kindOf(list.all) === 'element';
  return isWrapped
    ? elementOf(list, yield* listOf(items, list, list.name))
    : yield* listOf(items, list, property);
}

function* listOf(items: readonly unknown[], { all, find }: Node, fallback: string): Steps<string> {
  // Those beyond the places that have schemas of their own have the same ones.
  const places = Math.max(0, ...all.map((each) => itemsOf(within(each, 'prefixItems')).length));
  let content = '';
  for (const [at, value] of items.entries()) {
    const own = find(all, 'prefixItems', String(Math.min(at, places)), 'items');
    const node = { value, all: own, name: nameIn(own) ?? fallback, find };
    content += yield* itemElement(node);
  }
  return content;
}

/** The first thing that the XML Objects of some schemas say under a name. */
function xmlIn(all: readonly Located[], name: string): Located {
  const [first = { value: undefined, at: '' }] = all
    .map((each) => within(within(each, 'xml'), name))
    .filter(({ value }) => value !== undefined);
  return first;
}

function nameIn(all: readonly Located[]): string | undefined {
  return textOrNone(xmlIn(all, 'name'));
}

function textOrNone({ value }: Located): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The kind of node that a schema asks for, if any: `attribute` is also what `attribute: true` says. */
function kindOf(all: readonly Located[]): string | undefined {
  if (xmlIn(all, 'attribute').value === true) return 'attribute';
  return textOrNone(xmlIn(all, 'nodeType'));
}

function componentOf(all: readonly Located[], references: References): string | undefined {
  const [found] = all.flatMap(({ at, value }) => {
    const name = references.nameAt(at);
    return name === undefined || textIn({ value, at }, '$ref') !== undefined ? [] : [name];
  });
  return found;
}

function qualified(name: string, all: readonly Located[]): string {
  const prefix = textOrNone(xmlIn(all, 'prefix'));
  return prefix === undefined ? validName(name) : `${validName(prefix)}:${validName(name)}`;
}

function namespaceOf(all: readonly Located[]): string {
  const namespace = textOrNone(xmlIn(all, 'namespace'));
  if (namespace === undefined) return '';
  const prefix = textOrNone(xmlIn(all, 'prefix'));
  const name = prefix === undefined ? 'xmlns' : `xmlns:${validName(prefix)}`;
  return ` ${name}="${escaped(namespace).replaceAll('"', '&quot;')}"`;
}

/** Replaces what a name can't have in XML. Colons separate prefixes. */
function validName(name: string): string {
  const valid = name.replace(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(valid) ? valid : `_${valid}`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Escapes a text. Characters that XML does not have at all are replaced. */
function escaped(text: string): string {
  return text
    .replace(UNWRITABLE, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
