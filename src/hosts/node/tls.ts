import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { StartError } from './place.ts';

/** The files of a certificate, which may contain the rest of its chain, and of its key. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** A certificate and its key, in PEM. */
export type Certificate = CertificateFiles;

/** Encrypts connections. */
export interface TlsLayer {
  /** Returns the decrypted socket, which is silent until the handshake is complete. */
  wrap(socket: Socket): Socket;
  /** Sets the certificate for new connections. Open ones keep theirs. */
  use(certificate: Certificate): void;
}

/** Loads TLS, which most services do not need. No connection succeeds before there is a certificate. */
export async function openTls(): Promise<TlsLayer> {
  const { createSecureContext, TLSSocket } = await import('node:tls');
  const { constants } = await import('node:crypto');
  let secureContext: SecureContext | undefined;
  return {
    wrap: (socket) => new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] }),
    use(certificate) {
      const secureOptions = constants.SSL_OP_NO_RENEGOTIATION;
      secureContext = createSecureContext({ ...certificate, minVersion: 'TLSv1.2', secureOptions });
    },
  };
}

/** Reads a certificate and uses it. If it is unusable, it throws a StartError and changes nothing. */
export async function loadCertificate(files: CertificateFiles, tls: TlsLayer): Promise<Certificate> {
  const certificate = { cert: await read(files.cert), key: await read(files.key) };
  await check(certificate, files);
  orRefuse(
    (reason) => reason,
    () => tls.use(certificate),
  );
  return certificate;
}

async function read(file: string): Promise<string> {
  return readFile(file, 'latin1').catch((error: NodeJS.ErrnoException) =>
    refuse(error.code === 'ENOENT' ? `there is no file ${file}` : error.message),
  );
}

/** Finds mistakes that OpenSSL describes in its own words, or silently accepts, such as empty files. */
async function check({ cert, key }: Certificate, files: CertificateFiles): Promise<void> {
  const { createPrivateKey, X509Certificate } = await import('node:crypto');
  const first = orRefuse(
    () => `${files.cert} is not a PEM certificate`,
    () => new X509Certificate(cert),
  );
  const own = orRefuse(
    () => `${files.key} is not a PEM key, or needs a passphrase`,
    () => createPrivateKey(key),
  );
  if (!first.checkPrivateKey(own)) refuse(`${files.key} is not the key of ${files.cert}`);
}

function orRefuse<Result>(say: (reason: string) => string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    return refuse(say(String(error).replace(/^\w*Error: /, '')));
  }
}

function refuse(reason: string): never {
  throw new StartError(`The certificate can't be used: ${reason}`);
}
