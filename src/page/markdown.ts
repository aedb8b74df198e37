import { Lexer, Parser, Tokenizer } from 'marked';
import { cutText } from '../text/cut.ts';
import { beginningOf } from '../text/strings.ts';
import { Html, html, unescaped, withBreaks } from './html.ts';

/**
 * Markdown of documents, as markup of the page. Nobody has checked a document, so whatever the reader makes of it, HTML in it
 * included, is written anew: only listed elements, none of their attributes but the address of a link, all of them closed.
 */

/** The limit on the characters of one text; the rest of it is left out. */
const MAX_CHARACTERS = 40_000;
/** The limit on the characters of a single line, and of plain text. */
const MAX_LINE = 1000;
/** The limit on elements within each other. */
const MAX_DEPTH = 40;

const inlineElements: ReadonlySet<string> = new Set(
  'abbr b br code del em i ins kbd mark q s samp small strong sub sup u var'.split(' '),
);
const blockElements: ReadonlySet<string> = new Set([
  ...inlineElements,
  ...'a blockquote dd details dl dt hr li ol p pre summary table tbody td tfoot th thead tr ul'.split(' '),
]);
const empty: ReadonlySet<string> = new Set(['br', 'hr']);
/** Elements that are shown as others. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['img', 'a'],
  ['div', 'p'],
]);

/** Renders Markdown; its headings get the given level. */
export function markdown(text: string, level: 2 | 3 | 4 | 5 = 5): Html {
  const allowed = new Set([...blockElements, `h${level}`]);
  return new Html(safe(read(text, MAX_CHARACTERS), allowed, `h${level}`));
}

/** A description of something; nothing if there is none. */
export function textBlock(text: string | undefined, level?: 2 | 3 | 4 | 5): Html | undefined {
  return text === undefined ? undefined : html`<div class="text" dir="auto">${markdown(text, level)}</div>`;
}

/** Renders the Markdown of a single line, without links. */
export function inlineMarkdown(text: string): Html {
  return withBreaks(new Html(safe(readInline(text), inlineElements, '')));
}

/** Reads the beginning of Markdown as plain text. */
export function plainText(text: string): string {
  return unescaped(safe(read(text, MAX_LINE), new Set(), ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The limit on the bytes of a sentence. */
const MAX_SENTENCE = 140;

/** The first sentence of Markdown, as plain text. */
export function firstSentence(text: string): string {
  const [sentence = ''] = plainText(text).split(/(?<=\.) /);
  return cutText(sentence, MAX_SENTENCE);
}

function read(text: string, most: number): string {
  return Parser.parse(lexer().lex(shortened(text, most)));
}

function readInline(text: string): string {
  return Parser.parseInline(lexer().inlineTokens(shortened(text, MAX_LINE)));
}

/** The characters among which the end of an emphasis is looked for, as every mark that has no end reads them all. */
const MAX_EMPHASIS = 1000;

class BoundedTokenizer extends Tokenizer {
  override emStrong(source: string, masked: string, before?: string): ReturnType<Tokenizer['emStrong']> {
    const same = masked.slice(-source.length);
    return super.emStrong(source.slice(0, MAX_EMPHASIS), same.slice(0, MAX_EMPHASIS), before);
  }
}

/** A reader of Markdown with tables, but without addresses in plain text, for which every character would read all after it. */
function lexer(): Lexer {
  const tokenizer = new BoundedTokenizer();
  const made = new Lexer({ gfm: true, tokenizer });
  tokenizer.rules = { ...tokenizer.rules, inline: Lexer.rules.inline.normal };
  return made;
}

/** The marks at the start of a line beyond sixty: each is read within the one before it. */
const DEEP = /^([ \t>*+\-\d.)]{60})[ \t>*+\-\d.)]+/gm;
/** The marks of emphasis beyond twenty. */
const MUCH_EMPHASIS = /([*_]{20})[*_]+/g;

function shortened(text: string, most: number): string {
  return beginningOf(text, most).replace(DEEP, '$1').replace(MUCH_EMPHASIS, '$1');
}

const COMMENT_END = /^.*?-->/s;
/** Elements whose content is not text to read. */
const UNREAD =
  /<(head|iframe|math|noscript|object|script|select|style|svg|template|textarea|title|xmp)(?=[\s/>])[^<>]*>.*?(?:<\/\1(?=[\s/>])[^<>]*>|$)/gis;
/** A tag, or a sign that is text. */
const TAG = /<(\/?)([a-z][a-z0-9]*)(?=[\s/>])([^<>]*)>|</gi;
const ADDRESS = /\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;
const DESCRIPTION = /\salt\s*=\s*"([^"]+)"/i;
const HEADING = /^h[1-6]$/;
/** The addresses that a link may lead to. Relative ones would lead into this service. */
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:)/i;

/** Writes markup with the allowed elements only. */
function safe(markup: string, allowed: ReadonlySet<string>, heading: string): string {
  const open: string[] = [];
  const [first = '', ...others] = markup.split('<!--');
  const read = first + others.map((each) => each.replace(COMMENT_END, '')).join('');
  const written = read.replace(UNREAD, '').replace(TAG, (_, slash: string, tag = '', attributes: string) => {
    if (tag === '') return '&lt;';
    const source = tag.toLowerCase();
    const name = HEADING.test(source) ? heading : (renamed.get(source) ?? source);
    const text = source === 'img' ? (DESCRIPTION.exec(attributes)?.[1] ?? 'image') : '';
    if (!allowed.has(name)) return text;
    const start = slash === '/' ? closed(open, open.lastIndexOf(name)) : opened(open, name, attributes);
    return start + (text === '' ? '' : text + closed(open, open.lastIndexOf(name)));
  });
  return written + closed(open, 0);
}

function opened(open: string[], name: string, attributes: string): string {
  if (empty.has(name)) return `<${name}>`;
  if (open.length === MAX_DEPTH) return '';
  open.push(name);
  return name === 'a' ? `<a${addressIn(attributes)}>` : `<${name}>`;
}

function addressIn(attributes: string): string {
  const [, double, single, bare] = ADDRESS.exec(attributes) ?? [];
  const address = (double ?? single ?? bare ?? '').trim();
  return SAFE_ADDRESS.test(address) ? ` href="${address.replaceAll('"', '&quot;')}" rel="noreferrer"` : '';
}

/** Closes the element at a level, if there is one, and those that were opened within it. */
function closed(open: string[], at: number): string {
  const ended = at === -1 ? [] : open.splice(at).reverse();
  return ended.map((each) => `</${each}>`).join('');
}
