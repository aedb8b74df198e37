import { wrong } from '../errors/issue.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import { aCount, aString, checkNoMore, checkOptions, type Rules } from '../text/options.ts';
import type { LabelOption } from './field.ts';
import { type Field, field } from './field.ts';
import { integer } from './number.ts';
import { object } from './object.ts';
import { MAX_REPEATED, type Samples } from './samples.ts';
import { anyText } from './text.ts';
import { UploadedFile } from './values.ts';

/** The limits of a file. */
export interface FileOptions extends LabelOption {
  /** The maximum size in bytes. */
  readonly maxBytes?: number;
}

const fileRules: Rules<FileOptions> = { maxBytes: aCount, label: aString };

/**
 * A file uploaded in a form. A reply shows its name, type and size.
 *
 * @example
 * file({ maxBytes: 3 }).parse(new UploadedFile('a.txt', 'text/plain', new Uint8Array(4))) // refused: Must have at most 3 bytes
 */
export function file(options: FileOptions = {}): Field<UploadedFile> {
  checkOptions('file()', options, fileRules);
  checkNoMore('file()', arguments, 1);
  const { maxBytes, label } = options;
  const bound = maxBytes === undefined ? {} : { maxLength: maxBytes };
  const input = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream', ...bound };
  const shown = object({ name: anyText(), type: anyText(), size: integer({ min: 0 }) });
  return field({
    label,
    parse(raw) {
      if (!(raw instanceof UploadedFile)) return wrong('file_type', raw);
      const isTooLong = maxBytes !== undefined && raw.bytes.length > maxBytes;
      return isTooLong ? wrong('bytes_too_long', raw, bound) : raw;
    },
    write: (value) => shown.write(value.toJSON()),
    samples: () => fileSamples(maxBytes),
    describe: (side, definitions) => (side === 'output' ? shown.describe(side, definitions) : input),
    typeName: () => 'function-plain[_validate()]',
  });
}

/** Files of one byte, of the maximum size, and of one byte more. */
function fileSamples(maxBytes = 0): Samples {
  const files = [1, maxBytes, maxBytes + 1]
    .filter((length) => length <= MAX_REPEATED)
    .map((length) => new UploadedFile('sample.txt', 'text/plain', encodeUtf8('a'.repeat(length))));
  return { accepted: files, refused: ['no file', ...files] };
}
