import { indent } from '../indent.ts';
import type { Element, Plugin, System } from './swagger.ts';

interface CodeProps {
  readonly children?: string;
  readonly className?: string;
  readonly language?: string;
}

interface BodyProps {
  readonly content: string;
  readonly contentType?: string;
}

/**
 * Code in the colours of the page, broken into lines where it is too wide. Swagger UI's own reads a JSON body and
 * writes it anew, which would make `1.5` of `1.50`.
 */
export function codePlugin(system: System): Plugin {
  const { createElement: h } = system.React;

  function SyntaxHighlighter({ children = '', className = '', language }: CodeProps): Element {
    const text = language === 'json' ? coloured(system, indent(children)) : [children];
    return h('pre', { className: `${className} assay-code` }, h('code', null, ...text));
  }

  function responseBody({ content, contentType = '' }: BodyProps): Element {
    const language = contentType.startsWith('application/json') ? 'json' : 'text';
    const code = h(system.getComponent('HighlightCode', true), { language, canCopy: true }, content);
    return h('div', null, h('h5', null, 'Response body'), code);
  }

  return { components: { SyntaxHighlighter, responseBody } };
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null|-?\d[\d.eE+-]*)\b/g;

/** Text with the strings, names and values of JSON in colours of their own. */
function coloured({ React: { createElement: h } }: System, text: string): Element[] {
  const pieces: Element[] = [];
  let done = 0;
  for (const { index, 0: token, 1: quoted, 2: colon } of text.matchAll(TOKEN)) {
    const kind = quoted === undefined ? 'value' : colon === undefined ? 'string' : 'name';
    const piece = quoted ?? token;
    pieces.push(text.slice(done, index), h('span', { className: `assay-${kind}` }, piece));
    done = index + piece.length;
  }
  return [...pieces, text.slice(done)];
}
