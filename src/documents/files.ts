import { decodeBase64, encodeUtf8, hasBytesAt } from '../text/bytes.ts';
import { once } from '../text/memo.ts';

/** Small valid files, for replies of media types whose values a document can't write. Images are of one grey or black pixel. */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==';
const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/' +
  'wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z';
const GIF = 'R0lGODdhAQABAIAAAAAAAAAAACwAAAAAAQABAAAIBAABBAQAOw==';
const WEBP = 'UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAdQwAIWsP+BiOh/AAA=';
/** An archive with a file `sample.txt`. */
const ZIP =
  'UEsDBBQAAAAAAAAAIShzp/b/BwAAAAcAAAAKAAAAc2FtcGxlLnR4dFNhbXBsZQpQSwECFAMUAAAAAAAAACEoc6f2/wcAAAAHAAAACgAAAAAAAAAAAAAAgAEA' +
  'AAAAc2FtcGxlLnR4dFBLBQYAAAAAAQABADgAAAAvAAAAAAA=';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1"/></svg>\n';

/** A document of one empty page. Its table has the offsets of the objects, so they must not be changed alone. */
const PDF = `%PDF-1.4
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Kids[3 0 R]/Count 1>>
endobj
3 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Resources<<>>>>
endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000054 00000 n 
0000000105 00000 n 
trailer
<</Size 4/Root 1 0 R>>
startxref
182
%%EOF
`;

const jpeg = once(() => decodeBase64(JPEG));
const zip = once(() => decodeBase64(ZIP));

const files: ReadonlyMap<string, () => Uint8Array> = new Map([
  ['image/png', once(() => decodeBase64(PNG))],
  ['image/jpeg', jpeg],
  ['image/jpg', jpeg],
  ['image/gif', once(() => decodeBase64(GIF))],
  ['image/webp', once(() => decodeBase64(WEBP))],
  ['image/svg+xml', once(() => encodeUtf8(SVG))],
  ['application/pdf', once(() => encodeUtf8(PDF))],
  ['application/zip', zip],
  ['application/x-zip-compressed', zip],
]);

/** The media types of which there is a file. */
export const fileTypes: readonly string[] = [...files.keys()];

/** The number of bytes at the start of a file that tell its type. */
const SIGNATURE = 3;

/** Returns a file of a media type: the example, if it is one in Base64, or else a small one; undefined for other types. */
export function fileOf(type: string, example: unknown): Uint8Array | undefined {
  const file = files.get(type)?.();
  if (!file || typeof example !== 'string' || !BASE64.test(example)) return file;
  const bytes = decodeBase64(example);
  return hasBytesAt(bytes, file.subarray(0, SIGNATURE), 0) ? bytes : file;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
