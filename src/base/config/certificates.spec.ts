import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificates } from './certificates.js';

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

describe('certificates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-'));
  const file = join(folder, 'ca.pem');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('leaves out a byte order mark, after which OpenSSL would not see the first certificate', () => {
    writeFileSync(file, `\uFEFF${PEM}`);
    expect(certificates.read(file)).toBe(PEM);
  });

  it('names a file without a certificate, and one that cannot be read', () => {
    writeFileSync(file, 'Dear Sir or Madam');
    expect(() => certificates.read(file)).toThrow(`without a certificate in PEM format: ${file}`);
    expect(() => certificates.read(folder)).toThrow(
      `names a file that cannot be read (EISDIR): ${folder}`,
    );
  });
});
