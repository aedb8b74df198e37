/** Finds the fields that a text names itself. */
import { pathOf } from './path.ts';
import { PARTS } from './vocabulary.ts';

/** A text with the path of its field. */
export type Placed = readonly [path: string, text: string];

const NAME = String.raw`([\w$][\w$.[\]-]*)`;
const PART = `(?:data|${PARTS})`;
/** A text of go-playground/validator, of Ajv or Fastify, or of Joi. */
const PLACED = new RegExp(
  `^(?:Key: '[^'.]*\\.?([^']*)' Error:|${PART}([/.[]\\S*)? (?:must|should) |"${NAME}" (?:must|length|contains|is (?:required|not allowed)))`,
);
/** They join texts by a line break, a comma and a full stop. */
const JOINT = new RegExp(`\\n|, (?=${PART}[/. ])|\\. (?=")`);
/** A text of class-validator or Yup, or one with a label. */
const FIRST = new RegExp(
  `^(?:each value in |(?:nested )?property |[Aa]ll )?${NAME}(?:: |(?:'s [\\w ]{1,40})? (?:(?:must|should) (?!match$|have req)|can't |cannot |is (?:a )?(?:required|not)))`,
);
const NO_FIELD = /^(?:error|it|there|this|you)$|^[A-Z\d]/;

/** Splits a text that names fields; returns nothing for one that names none. */
export function placedTexts(text: string): readonly Placed[] {
  if (!PLACED.test(text)) return [];
  return text.split(JOINT).map((piece) => {
    const [, inGo, inAjv, inJoi] = PLACED.exec(piece) ?? [];
    const missing = /required property ["']([^"']*)["']$/.exec(piece)?.[1];
    return [[pathOf(inGo ?? inAjv ?? inJoi ?? ''), missing].filter(Boolean).join('.'), piece];
  });
}

/** Finds the field that a text of a list starts with: `email must be an email`, `email: must be an email`. */
export function firstField(text: string): string {
  const name = FIRST.exec(text)?.[1] ?? '';
  return NO_FIELD.test(name) ? '' : pathOf(name);
}
