import { isRecord, UploadedFile } from '../fields/values.ts';

/**
 * What a value of JSON weighs: about as many bytes as it takes in memory, where `[]` takes ten times as many as in JSON. Of one that
 * weighs more than `most`, only a part is weighed.
 */
export function weightOf(
  value: unknown,
  most = Number.POSITIVE_INFINITY,
  levels: number = MAX_LEVELS,
): number {
  if (typeof value === 'string') return NAME + value.length * (WIDE.test(value) ? 2 : 1);
  // A file is a view of the body, all of which stays.
  if (value instanceof UploadedFile) return OBJECT + value.bytes.buffer.byteLength;
  if (levels === 0) return Number.POSITIVE_INFINITY;
  let weight = OBJECT;
  if (Array.isArray(value)) {
    for (const each of value) {
      if (weight > most) break;
      weight += PLACE + weightOf(each, most - weight, levels - 1);
    }
    return weight;
  }
  if (!isRecord(value)) return PLACE;
  for (const name of Object.keys(value)) {
    if (weight > most) break;
    weight += NAME + name.length + weightOf(value[name], most - weight, levels - 1);
  }
  return weight;
}

/** Deeper values are too heavy for anything. */
const MAX_LEVELS = 500;
const WIDE = /[\u0100-\uffff]/;
const NAME = 24;
const OBJECT = 56;
const PLACE = 8;
