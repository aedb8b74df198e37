/** A strict parser of Prometheus' text format 0.0.4, which throws on anything that a scraper may refuse. */

export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Reading {
  type?: string;
  help?: string;
  readonly samples: Sample[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = String.raw`([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"`;
/** A number as Go's `ParseFloat` takes it: `NaN` in any case. */
const number = String.raw`[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|[Nn]a[Nn]`;
const sampleLine = new RegExp(`^(${NAME})(?:\\{(${label}(?:,${label})*)\\})? (${number})$`);
const headLine = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const SUFFIXES = /_(?:bucket|sum|count)$/;

/** Reads the families in a text. */
export function readMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no line feed');
  const families = new Map<string, Reading>();
  let current = '';
  for (const line of text.split('\n').filter(Boolean)) {
    const [, keyword, headed = '', rest = ''] = headLine.exec(line) ?? [];
    const sample = keyword ? undefined : readSample(line);
    const family = sample ? familyOf(sample.name, families) : headed;
    if (family !== current && families.has(family))
      throw new Error(`the samples of ${family} are not together`);
    current = family;
    const reading = families.get(family) ?? { samples: [] };
    families.set(family, reading);
    if (sample) reading.samples.push(sample);
    else describe(reading, keyword === 'HELP' ? 'help' : 'type', rest);
  }
  return new Map([...families].map(([family, reading]) => [family, checked(family, reading)]));
}

function describe(reading: Reading, what: 'help' | 'type', text: string): void {
  if (reading[what] !== undefined || reading.samples.length > 0)
    throw new Error(`a second or late ${what}: ${text}`);
  reading[what] = text;
}

function readSample(line: string): Sample {
  const match = sampleLine.exec(line);
  if (!match) throw new Error(`neither a sample nor a comment: ${line}`);
  const labels = [...(match[2] ?? '').matchAll(new RegExp(label, 'g'))].map(
    ([, key = '', value = '']) => [key, unescaped(value)] as const,
  );
  if (new Set(labels.map(([key]) => key)).size < labels.length) throw new Error(`a label twice: ${line}`);
  return { name: match[1] ?? '', labels: Object.fromEntries(labels), value: readNumber(match.at(-1) ?? '') };
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
}

function readNumber(text: string): number {
  return Number(text.replace('Inf', 'Infinity'));
}

function familyOf(sample: string, families: ReadonlyMap<string, Reading>): string {
  const base = sample.replace(SUFFIXES, '');
  return families.get(base)?.type === 'histogram' ? base : sample;
}

function checked(family: string, { type, help, samples }: Reading): Family {
  if (type === undefined || help === undefined) throw new Error(`${family} has no type or no help`);
  if (!/^(?:counter|gauge|histogram)$/.test(type)) throw new Error(`${family} is a ${type}`);
  const series = samples.map(({ name, labels }) => JSON.stringify([name, Object.entries(labels).sort()]));
  if (new Set(series).size < series.length) throw new Error(`${family} has a series twice`);
  if (type !== 'gauge' && samples.some(({ value }) => !(value >= 0))) throw new Error(`${family} is below 0`);
  if (family.endsWith('_total') !== (type === 'counter'))
    throw new Error(`${family} is no name for a ${type}`);
  if (type === 'histogram') checkHistogram(family, samples);
  return { type, help, samples };
}

/** Every histogram has rising buckets up to infinity, whose last is its count, and a sum. */
function checkHistogram(family: string, samples: readonly Sample[]): void {
  const seriesOf = ({ labels: { le: _, ...others } }: Sample) => JSON.stringify(others);
  for (const series of new Set(samples.map(seriesOf))) {
    const all = samples.filter((sample) => seriesOf(sample) === series);
    const buckets = all.filter(({ name }) => name === `${family}_bucket`);
    const edges = buckets.map(({ labels }) => readNumber(labels.le ?? ''));
    const [count, ...more] = all.filter(({ name }) => name === `${family}_count`);
    const sums = all.filter(({ name }) => name === `${family}_sum`);
    const rises = (values: readonly number[]) => values.every((each, at) => each >= (values[at - 1] ?? 0));
    if (!rises(edges) || edges.at(-1) !== Number.POSITIVE_INFINITY) throw new Error(`${family}: ${edges}`);
    if (!rises(buckets.map(({ value }) => value))) throw new Error(`${family} has falling buckets`);
    if (buckets.at(-1)?.value !== count?.value || more.length > 0)
      throw new Error(`${family} has a wrong count`);
    if (sums.length !== 1) throw new Error(`${family} has no sum, or several`);
  }
}
