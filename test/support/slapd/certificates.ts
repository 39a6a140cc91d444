import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../commands.js';

/** One server key with three certificates, so that a server can change the certificate without the key. */
export interface Certificates {
  key: string;
  /** Signs `server` and `wrongName`. */
  ca: string;
  /** Signs `untrusted`. */
  otherCa: string;
  /** For localhost and 127.0.0.1. */
  server: string;
  /** For ldap.example.net only. */
  wrongName: string;
  /** For localhost and 127.0.0.1, from the other CA. */
  untrusted: string;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const LOCAL_NAMES = 'DNS:localhost,IP:127.0.0.1';

/** Writes them as PEM files into the folder. */
export async function makeCertificates(folder: string): Promise<Certificates> {
  const path = (name: string) => join(folder, `${name}.pem`);
  const config = join(folder, 'openssl.cnf');
  // Without a file of our own, openssl adds the extensions of a CA to every certificate.
  await writeFile(config, '[req]\ndistinguished_name = name\n[name]\n');
  const openssl = (name: string, extensions: string[], ...args: string[]) =>
    run(
      'openssl',
      [
        ...['req', '-x509', '-config', config, '-days', '30', '-subj', `/CN=${name}`],
        ...extensions.flatMap((extension) => ['-addext', extension]),
        ...[...args, '-out', path(name)],
      ],
      { cwd: folder, seconds: 240 },
    );
  const authority = (name: string) =>
    openssl(
      name,
      ['basicConstraints=critical,CA:TRUE', 'keyUsage=keyCertSign', 'subjectKeyIdentifier=hash'],
      ...[...NEW_KEY, '-keyout', path(`${name}-key`)],
    );
  const certificate = (name: string, ca: string, names: string) =>
    openssl(
      name,
      ['basicConstraints=CA:FALSE', `subjectAltName=${names}`, 'extendedKeyUsage=serverAuth'],
      ...['-CA', path(ca), '-CAkey', path(`${ca}-key`), '-key', path('key')],
    );
  await run('openssl', ['ecparam', '-genkey', '-name', 'prime256v1', '-out', path('key')], {
    cwd: folder,
    seconds: 240,
  });
  await Promise.all([authority('ca'), authority('other-ca')]);
  await Promise.all([
    certificate('server', 'ca', LOCAL_NAMES),
    certificate('wrong-name', 'ca', 'DNS:ldap.example.net'),
    certificate('untrusted', 'other-ca', LOCAL_NAMES),
  ]);
  return {
    key: path('key'),
    ca: path('ca'),
    otherCa: path('other-ca'),
    server: path('server'),
    wrongName: path('wrong-name'),
    untrusted: path('untrusted'),
  };
}
