import { describe, expect, it } from 'vitest';
import { inlineMarkdown, markdown, plainText } from '../../src/page/markdown.ts';

/** Markdown of documents, which may hold any HTML. */

const REL = 'rel="noreferrer"';

describe('a text in Markdown becomes markup:', () => {
  it.each([
    ['*a* **b** `<c>`', '<p><em>a</em> <strong>b</strong> <code>&lt;c&gt;</code></p>'],
    ['# Title', '<h5>Title</h5>'],
    ['a  \nb', '<p>a<br>b</p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['> a', '<blockquote><p>a</p></blockquote>'],
    ['---', '<hr>'],
    ['```js\na < b\n```', '<pre><code>a &lt; b</code></pre>'],
    [
      '|a|b|\n|-|-|\n|1|2|',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    ],
    ['[a](https://b.example)', `<p><a href="https://b.example" ${REL}>a</a></p>`],
    ['[a](<mailto:b@c.example>)', `<p><a href="mailto:b@c.example" ${REL}>a</a></p>`],
    ['[a](javascript:b)', '<p><a>a</a></p>'],
    ['[a](/b)', '<p><a>a</a></p>'],
    ['![a](https://b.example/c.png)', `<p><a href="https://b.example/c.png" ${REL}>a</a></p>`],
    ['<img src=https://b.example/c.png>', `<a href="https://b.example/c.png" ${REL}>image</a>`],
    ["<a href='https://b.example' onclick='c'>d</a>", `<p><a href="https://b.example" ${REL}>d</a></p>`],
    ['<a name="b">c</a>', '<p><a>c</a></p>'],
    ['<div style="a">b</div>', '<p>b</p>'],
    ['a <script>b</script> c', '<p>a  c</p>'],
    ['a <svg><b>b</b></svg> c', '<p>a  c</p>'],
    ['a <!-- b --> c', '<p>a  c</p>'],
    ['<!-- a', ' a'],
    ['<b>a', '<p><b>a</b></p>'],
    ['a</b>', '<p>a</p>'],
    ['<blink>a</blink>', '<p>a</p>'],
    ['<div>\na < b', '<p>a &lt; b</p>'],
  ])('%j', (text, markup) => {
    expect(markdown(text).markup.replaceAll('\n', '')).toBe(markup);
  });

  it('elements within each other are limited', () => {
    expect(markdown('<b>'.repeat(100)).markup.match(/<b>/g)?.length).toBeLessThan(41);
  });
});

it.each([
  ['readPodTemplateOf GitHub', 'readPodTemplateOf GitHub'],
  [
    '*read* readCoreV1PodTemplate of GitHub',
    '<em>read</em> read<wbr>Core<wbr>V1<wbr>Pod<wbr>Template of GitHub',
  ],
  ['/code-scanning/alert_numbers', '/<wbr>code-<wbr>scanning/<wbr>alert_<wbr>numbers'],
])('%j may break within its long words', (text, markup) => {
  expect(inlineMarkdown(text).markup).toBe(markup);
});

it.each([
  ['*a* [b](https://c.example)', '<em>a</em> b'],
  ['![a](https://b.example)', 'a'],
  ['a\n\n# b', 'a# b'],
])('the single line %j becomes %j', (text, markup) => {
  expect(inlineMarkdown(text).markup.replaceAll('\n', '')).toBe(markup);
});

it.each([
  ['# A\n\n*b* & `<c>` "d" \'e\'', `A b & <c> "d" 'e'`],
  ['a'.repeat(50_000), `${'a'.repeat(1000)}…`],
])('%.20j as plain text', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

describe('a text that would be read within itself is shown all the same:', () => {
  it.each([
    '>',
    '> ',
    '> - ',
    '>1. ',
    '- ',
    '*',
    '_',
    '**a ',
    '_a',
    '[',
    '[a](',
    '![',
    '<a ',
    '`',
    '|a',
    '\\',
  ])('%j many times', (part) => {
    expect(() => markdown(part.repeat(20_000))).not.toThrow();
    const marks = '*'.repeat(15_000);
    expect(() => markdown(`${marks}a${part}${marks}`)).not.toThrow();
  });
});
