/**
 * Marks the calls that initialize module constants as free of side effects, as `package.json` does for whole modules. Once
 * many modules are in one file, a bundler needs the marks to leave out what a program does not use.
 */
const MARK = '/* @__PURE__ */ ';

/** A plugin that marks the modules of a folder. Line numbers stay the same. */
export function markPureCalls(folder) {
  const handler = function (text, id) {
    if (!id.startsWith(folder)) return null;
    const places = this.parse(text, { lang: 'ts' }).body.flatMap(callsOf);
    return { code: places.toSorted((a, b) => b - a).reduce(markAt, text), map: null };
  };
  return { name: 'pure calls', transform: { handler } };
}

/** The offsets of the calls that initialize the constants of a statement. */
function callsOf(statement) {
  const { type, declarations = [] } = statement.declaration ?? statement;
  return type === 'VariableDeclaration' ? declarations.flatMap(({ init }) => placesIn(init)) : [];
}

/** The offsets of the calls in an expression, except those in functions, which do not run yet. */
function placesIn(node) {
  if (typeof node !== 'object' || node === null || /Function|Class/.test(node.type)) return [];
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return [node.start, ...placesIn(node.arguments)];
  return Object.values(node).flatMap(placesIn);
}

function markAt(text, place) {
  return text.slice(0, place) + MARK + text.slice(place);
}
