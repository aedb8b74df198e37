import type { Log } from '../hosts/node/log.ts';
import { onReload } from '../hosts/node/process.ts';
import {
  type Certificate,
  type CertificateFiles,
  loadCertificate,
  type TlsLayer,
} from '../hosts/node/tls.ts';
import type { Settings } from './settings.ts';
import { SEE_HELP, UsageError } from './usage-error.ts';

/** The files of the certificate, if the settings name them. */
export function certificateFiles({ tlsCert, tlsKey }: Settings): CertificateFiles | undefined {
  return tlsCert === undefined || tlsKey === undefined ? undefined : { cert: tlsCert, key: tlsKey };
}

/** Refuses a certificate without its key, or a key without its certificate. */
export function mistakenCertificate({ tlsCert, tlsKey }: Settings): UsageError | undefined {
  if ((tlsCert === undefined) === (tlsKey === undefined)) return undefined;
  const [given, missing] = tlsKey === undefined ? ['--tls-cert', '--tls-key'] : ['--tls-key', '--tls-cert'];
  return new UsageError(`${given} needs ${missing}; ${SEE_HELP}`);
}

/** Reloads the certificate on SIGHUP. If the new one can't be used, the old one stays. */
export function renewOnSignal(
  files: CertificateFiles,
  tls: TlsLayer,
  log: Log,
  use: (certificate: Certificate) => void = () => {},
): void {
  const renew = () =>
    loadCertificate(files, tls).then(
      (certificate) => {
        use(certificate);
        log.info({}, 'The certificate has been reloaded');
      },
      ({ message }) => log.error({}, `${message}; still using the old one`),
    );
  // One at a time, so that a slow read never replaces the certificate of a later one.
  let last = Promise.resolve();
  onReload(() => {
    last = last.then(renew);
  });
}
