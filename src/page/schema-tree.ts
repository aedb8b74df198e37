import type { JsonSchema } from '../fields/field.ts';
import { isRecord } from '../fields/values.ts';
import { cutText } from '../text/cut.ts';
import type { Steps } from '../text/turns.ts';
import {
  type Description,
  membersOf,
  modelOf,
  type Named,
  type Told,
  textIn,
  told,
  valuesOf,
} from './description.ts';
import { firstOf, Html, html, leftOut, PageBudget } from './html.ts';
import { inlineMarkdown, textBlock } from './markdown.ts';
import { inWords, written } from './schema-words.ts';

/** The limit on the properties that one tree shows. Models are linked, and have pages of their own. */
const MAX_PROPERTIES = 400;
const MAX_LEVELS = 8;
/** The levels down to which a model is shown in place, rather than by a link alone. */
const MAX_MODEL_LEVELS = 4;
/** The limit on schemas within each other, such as lists of lists. */
const MAX_WITHIN = 100;
/** The number of values of an enum that are shown at once. */
const FEW = 24;
/** The number of those that are shown at all. */
const MANY = 2000;

/** Where a schema stands: the schemas around it, each as the document has it, and the level of its properties. */
interface Place {
  readonly within: readonly JsonSchema[];
  readonly level: number;
  /** True in a part that can be folded away itself. */
  readonly isFolded?: boolean;
}

/** Shows schemas as trees of properties, with a step for each. */
export class SchemaTree {
  readonly #description: Description;
  readonly #models: string;
  readonly #budget: PageBudget;
  #count = 0;

  /** `models` is the address of the page that shows a model. */
  constructor(description: Description, models: string, budget = new PageBudget()) {
    this.#description = description;
    this.#models = models;
    this.#budget = budget;
  }

  /** A schema as a whole: its type, and the tree of its properties. */
  *whole(schema: unknown): Steps<Html> {
    this.#count = 0;
    const read = this.#description.read(schema);
    const place = { within: [this.#description.follow(schema)], level: 1 };
    return html`<p class="type">${this.#type(schema)}</p>
${textBlock(textIn(read, 'description'))}
${yield* this.#facts(read)}
${yield* this.#inside(schema, place, true)}`;
  }

  /** A list of named values. */
  *list(values: readonly Named[], place: Place = { within: [], level: 1 }): Steps<Html> {
    const items = yield* this.#budget.each(values, (each) => this.#property(each, place), 'li');
    return html`<ul class="properties">
${items}
</ul>`;
  }

  *#property({ name, schema, isRequired, beside = {}, part }: Named, { within, level }: Place): Steps<Html> {
    this.#count++;
    const read = { ...this.#description.read(schema), ...beside };
    return html`<li><p><code class="name" dir="auto">${name}</code> <span class="type">${this.#type(schema)}</span>${part !== undefined && html` <span class="part">in ${part}</span>`}${marks(read, isRequired)}</p>
${textBlock(textIn(read, 'description'))}
${yield* this.#facts(read)}
${yield* this.#unlessRepeated(schema, { within, level: level + 1 }, level < 2)}</li>`;
  }

  /** What is in an object, a list or a union. */
  *#inside(schema: unknown, place: Place, isOpen: boolean): Steps<Html[]> {
    const model = modelOf(schema);
    const isFar = place.level > MAX_LEVELS || (model !== undefined && place.level > MAX_MODEL_LEVELS);
    if (isFar || this.#count > MAX_PROPERTIES) return [];
    const read = this.#description.read(schema);
    const members: Named[] = [];
    for (const each of this.#members(read)) {
      members.push(each);
      yield;
    }
    const title = `${members.length} ${members.length === 1 ? 'property' : 'properties'}`;
    if (members.length > 0) return [folded(place, title, yield* this.list(members, place), isOpen)];
    const { items, prefixItems } = read;
    const several: unknown[] = [];
    const options: unknown[] = [];
    for (const each of membersOf(read)) {
      yield;
      if (this.#description.read(each).type === 'null') continue;
      several.push(each);
      if (this.#hasInside(each)) options.push(each);
    }
    const only = isRecord(items) ? items : several.length === 1 && several[0];
    if (only) return yield* this.#unlessRepeated(only, place, isOpen);
    const parts = Array.isArray(prefixItems) ? prefixItems : options;
    return yield* this.#budget.each(parts, (each) => this.#option(each, place, parts.length === 1));
  }

  /** One kind of a union, or one place of a list. */
  *#option(schema: unknown, place: Place, isOpen: boolean): Steps<Html> {
    // Hundreds of unions may be in one another, each with all others in it.
    if (place.isFolded) this.#count++;
    const inside = yield* this.#unlessRepeated(schema, { ...place, isFolded: true }, true);
    const around = { ...place, level: 2, isFolded: false };
    return folded(around, withoutLinks(this.#named(schema)), html`${inside}`, isOpen);
  }

  *#unlessRepeated(schema: unknown, place: Place, isOpen: boolean): Steps<Html[]> {
    const found = this.#description.follow(schema);
    const { within } = place;
    if (within.includes(found) || within.length > MAX_WITHIN) return [];
    return yield* this.#inside(schema, { ...place, within: [...within, found] }, isOpen);
  }

  #hasInside(schema: unknown): boolean {
    const read = this.#description.read(schema);
    const { properties, items, additionalProperties } = read;
    if ([properties, items, additionalProperties].some(isRecord)) return true;
    return membersOf(read).length > 0 && valuesOf(read).length === 0;
  }

  *#members(read: JsonSchema): Iterable<Named> {
    const { additionalProperties, patternProperties } = read;
    yield* this.#description.properties(read);
    if (isRecord(patternProperties))
      for (const [name, schema] of Object.entries(patternProperties))
        yield { name: `/${name}/`, schema, isRequired: false };
    if (isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0)
      yield { name: 'any other name', schema: additionalProperties, isRequired: false };
  }

  /** The type of a value in words, with links to models. Of the schemas in it, which may have no end, it names the first. */
  #type(schema: unknown, budget = { left: FEW }): Html {
    if (budget.left-- < 0) return html`…`;
    const model = modelOf(schema);
    const read = this.#description.read(schema);
    if (model !== undefined) {
      const name = html`<a href="${this.#models}?model=${encodeURIComponent(model)}">${model}</a>`;
      const isPlain = read.type !== 'object' && read.type !== 'array' && !this.#hasInside(schema);
      return isPlain ? html`${name} (${withoutValues(read)})` : name;
    }
    if (isRecord(read.items)) return html`list of ${this.#type(read.items, budget)}${sizeOf(read)}`;
    const members = membersOf(read);
    const first = members.slice(0, FEW);
    const others = members.length - FEW;
    const isNamed = others > 0 && valuesOf(read).length === 0;
    if (isNamed || first.some((each) => modelOf(each) ?? this.#hasInside(each)))
      return html`${first.map((each, at) => html`${at === 0 ? '' : ' or '}${this.#named(each, budget)}`)}${others > 0 && ` or ${leftOut(others)}`}`;
    return html`${withoutValues(read)}`;
  }

  /** One kind of a union, by its title if that tells more than its type. */
  #named(schema: unknown, budget?: { left: number }): Html {
    const { title } = this.#description.read(schema);
    const isTold = typeof title === 'string' && modelOf(schema) === undefined && this.#hasInside(schema);
    return isTold ? html`${title}` : this.#type(schema, budget);
  }

  /** What is known of a value besides its type and its bounds, and of those that a list or a union is made of. */
  *#facts(read: JsonSchema): Steps<Html | false> {
    const own = yield* this.#ownFacts(read);
    const parts = valuesOf(read).length > 0 ? [] : [read.items, ...membersOf(read)].filter(isRecord);
    const inner = yield* this.#budget.each(parts, (each) => this.#innerFacts(each), 'div');
    const shown = [...own, ...inner].filter(({ markup }) => markup);
    return (
      shown.length > 0 &&
      html`<dl class="facts">
${shown}
</dl>`
    );
  }

  *#innerFacts(part: JsonSchema): Steps<Html> {
    if (this.#hasInside(part)) return html``;
    const inner = this.#description.read(part);
    // A format tells people more than its pattern, which may take many lines.
    return html`${yield* this.#ownFacts(inner.format === undefined ? inner : { ...inner, pattern: undefined })}`;
  }

  *#ownFacts(read: JsonSchema): Steps<Html[]> {
    const alone = (...all: unknown[]) => all.map((value) => ({ value }));
    return yield* factList([
      ['Default', alone(read.default)],
      ['One of', valuesOf(read, MANY), Object(read.enum ?? membersOf(read)).length],
      ['Format', alone(read.format)],
      ['Pattern', alone(read.pattern)],
      ['Content', alone(read.contentMediaType, read.contentEncoding)],
      ['Told apart by', [toldApart(Object(read.discriminator))]],
      ['Example', Array.from(this.#description.examples(read), ({ value }) => ({ value }))],
    ]);
  }
}

/** The property that tells the kinds of a union apart, and the kind that each of its values stands for. */
function toldApart({ propertyName, mapping }: JsonSchema): Told {
  const kinds = Object.entries(isRecord(mapping) ? mapping : {});
  const about = firstOf(kinds, FEW, ([value, kind]) => `\`${value}\`: ${modelOf({ $ref: kind }) ?? kind}`);
  return told(propertyName, [about.join(', ')]);
}

/** A part that can be folded away; that of the first level is always there. */
function folded({ level, isFolded }: Place, title: string | Html, content: Html, isOpen: boolean): Html {
  if (level === 1 || isFolded) return content;
  return html`<details${isOpen && new Html(' open')}><summary>${title}</summary>
${content}</details>`;
}

/** Text for a summary, which is a control itself. */
function withoutLinks({ markup }: Html): Html {
  return new Html(markup.replace(/<\/?a\b[^<>]*>/g, ''));
}

/** A type in words; single values are listed apart. */
function withoutValues(read: JsonSchema): string {
  if (valuesOf(read).length === 0) return inWords(read);
  const { enum: _, anyOf, oneOf, ...others } = read;
  return 'type' in others ? inWords(others) : 'one of these';
}

function sizeOf({ minItems, maxItems, uniqueItems }: JsonSchema): string {
  const size = inWords({ type: 'array', minItems, maxItems }).replace('a list', '');
  return `${size.replace(' of', ',')}${uniqueItems === true ? ', each once' : ''}`;
}

function marks(read: JsonSchema, isRequired: boolean): Html {
  const words = [
    isRequired && 'required',
    read.deprecated === true && 'deprecated',
    read.readOnly === true && 'read-only',
    read.writeOnly === true && 'write-only',
  ];
  return html`${words.filter(Boolean).map((word) => html` <span class="mark ${word}">${word}</span>`)}`;
}

/** Some values that are known of another, and how many there are. */
type Fact = readonly [name: string, all: readonly Told[], count?: number];

/** Shows the first values of each fact that has any, and how many more there are. */
function* factList(facts: readonly Fact[]): Steps<Html[]> {
  const shown: Html[] = [];
  for (const [name, all, count = all.length] of facts) {
    const values = all.filter(({ value }) => value !== undefined);
    if (values.length === 0) continue;
    const few = yield* codes(values.slice(0, FEW));
    const more = yield* codes(values.slice(FEW, MANY));
    const others =
      count > MANY &&
      html`
<br>${leftOut(count - MANY)}`;
    const rest =
      values.length > FEW && html`<details><summary>${count - FEW} more</summary>${more}${others}</details>`;
    shown.push(html`<div><dt>${name}</dt> <dd>${few}${rest}</dd></div>`);
  }
  return shown;
}

/** Values one after another, or one below another if something is said of them. */
function* codes(values: readonly Told[]): Steps<Html> {
  const separator = values.some(({ about }) => about !== undefined) ? '<br>\n' : ', ';
  const shown: string[] = [];
  for (const { value, about } of values) {
    shown.push(
      html`<code dir="auto">${cutText(written(value))}</code>${about !== undefined && html` ${inlineMarkdown(about)}`}`
        .markup,
    );
    yield;
  }
  return new Html(shown.join(separator));
}
