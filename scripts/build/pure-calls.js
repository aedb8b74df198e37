/**
 * Marks the calls by which modules make their constants as free of side effects, as `package.json` does for the modules. Where
 * many of them stand in one file, a bundler has nothing else by which to leave out what a program does not use.
 */
const MARK = '/* @__PURE__ */ ';

/** A part of the build that marks the modules of a folder. The lines stay where they are. */
export function markPureCalls(folder) {
  const handler = function (text, id) {
    if (!id.startsWith(folder)) return null;
    const places = this.parse(text, { lang: 'ts' }).body.flatMap(callsOf);
    return { code: places.toSorted((a, b) => b - a).reduce(markAt, text), map: null };
  };
  return { name: 'pure calls', transform: { handler } };
}

/** The places of the calls by which a statement of a module makes its constants. */
function callsOf(statement) {
  const { type, declarations = [] } = statement.declaration ?? statement;
  return type === 'VariableDeclaration' ? declarations.flatMap(({ init }) => placesIn(init)) : [];
}

/** The places of the calls in an expression, but for those in functions, which are not called yet. */
function placesIn(node) {
  if (typeof node !== 'object' || node === null || /Function|Class/.test(node.type)) return [];
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return [node.start, ...placesIn(node.arguments)];
  return Object.values(node).flatMap(placesIn);
}

function markAt(text, place) {
  return text.slice(0, place) + MARK + text.slice(place);
}
