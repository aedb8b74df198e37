import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Certificates made while tests run, so that the repository holds no private key. */

/** A self-signed certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An element of ASN.1 in DER (X.690). */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...elements: readonly Buffer[]) => der(0x30, ...elements);
const hex = (digits: string) => Buffer.from(digits, 'hex');
const utcTime = (text: string) => der(0x17, Buffer.from(text));
/** ecdsa-with-SHA256 */
const algorithm = sequence(hex('06082a8648ce3d040302'));

/** A name that consists of a common name. */
function distinguishedName(commonName: string): Buffer {
  return sequence(der(0x31, sequence(hex('0603550403'), der(0x0c, Buffer.from(commonName)))));
}

/** The extension with the host of a certificate (subjectAltName). */
function extensions(host: string): Buffer {
  const names = sequence(der(0x82, Buffer.from(host)));
  return der(0xa3, sequence(sequence(hex('0603551d11'), der(0x04, names))));
}

/** Makes a certificate for `localhost`, valid until 2049 (RFC 5280, 4.1). */
export function makeCertificate(commonName: string, namedCurve = 'prime256v1'): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  const name = distinguishedName(commonName);
  const contents = sequence(
    hex('a003020102'),
    der(0x02, Buffer.concat([hex('01'), randomBytes(8)])),
    algorithm,
    name,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions('localhost'),
  );
  const signature = der(0x03, hex('00'), sign('sha256', contents, privateKey));
  const whole = sequence(contents, algorithm, signature).toString('base64');
  const lines = whole.replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** A folder for the files of a test. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'assay-'));
  return {
    /** Writes a file, and returns its path. */
    write(name: string, text: string): string {
      writeFileSync(join(path, name), text);
      return join(path, name);
    },
    path: (name: string) => join(path, name),
    remove: () => rmSync(path, { recursive: true }),
  };
}
