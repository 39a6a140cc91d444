import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/base/config/config.js';
import { connectionProblem } from '../../src/database/engines/connection-problem.js';
import { openEngine } from './internals.js';

const SECRET_KEY = 'k'.repeat(40);
const NEW_KEY = ['-newkey', 'rsa:2048', '-nodes'];

/** Creates the certificate of an authority in a folder. Returns its path; the key is beside it. */
export function createAuthority(folder: string, name: string): string {
  const path = join(folder, `${name}.pem`);
  openssl('req', '-x509', ...NEW_KEY, '-subj', `/CN=${name}`, ...filesOf(path));
  return path;
}

/** Creates a certificate for a host, signed by an authority, at this path. Its key is beside it. */
export function createCertificate(path: string, host: string, authority: string): void {
  const [request, extensions] = [`${path}.csr`, `${path}.ext`];
  writeFileSync(extensions, `subjectAltName = DNS:${host}`);
  openssl('req', ...NEW_KEY, '-subj', `/CN=${host}`, '-keyout', keyOf(path), '-out', request);
  const signer = ['-CA', authority, '-CAkey', keyOf(authority), '-CAcreateserial'];
  openssl('x509', '-req', '-in', request, ...signer, '-extfile', extensions, '-out', path);
}

export const keyOf = (path: string): string => path.replace(/pem$/, 'key');
const filesOf = (path: string) => ['-keyout', keyOf(path), '-out', path];

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore' });
}

/** Connects with these settings. Returns the cipher of the connection, '' if it is not encrypted. */
export async function cipherOf(url: string, ca?: string): Promise<string> {
  const engine = await openEngine(url, ca ? { DATABASE_CA: ca } : {});
  try {
    const [row] = await engine.dataSource.query<{ Value: string }[]>(
      "SHOW SESSION STATUS LIKE 'Ssl_cipher'",
    );
    return row?.Value ?? '';
  } finally {
    await engine.close();
  }
}

/** What the operator reads if the service cannot connect. */
export async function connectionRefusal(url: string, ca?: string): Promise<string> {
  const { database: config } = readConfig({ DATABASE_URL: url, SECRET_KEY });
  const error: unknown = await cipherOf(url, ca).then(
    () => new Error('it connects'),
    (problem: unknown) => connectionProblem(problem, config),
  );
  return (error as Error).message;
}
