import { CannotStart } from '../../base/config/cannot-start.js';
import { checkServerVersion, checkSqliteVersion } from './supported-versions.js';

describe('checkServerVersion', () => {
  it.each([
    '10.11.19-MariaDB-0+deb12u1',
    '11.4.2-MariaDB-ubu2404',
    '11.8.9-MariaDB-4',
    '12.1.2-MariaDB',
    '8.4.0',
    '8.4.5-5',
    '9.7.4-2',
    '10.0.1',
  ])('accepts %s', (version) => {
    expect(checkServerVersion(version)).toBeUndefined();
  });

  it.each(['8.0.36', '8.0.39-0ubuntu0.24.04.2', '8.3.0', '10.6.21-MariaDB-log', '10.10.7-MariaDB'])(
    'warns about %s',
    (version) => {
      expect(checkServerVersion(version)).toContain(version);
      expect(checkServerVersion(version)).toContain('MySQL from 8.4 or MariaDB from 10.11');
    },
  );

  it.each([
    '5.7.44-log',
    '5.6.51',
    '10.5.26-MariaDB',
    '5.5.68-MariaDB',
    '8.0.11-TiDB-v7.5.0',
    '8.0.30-Vitess',
    '5.7.25-OceanBase-v4.3.0.1',
    'unknown',
    '',
  ])('refuses %j in one sentence', (version) => {
    const check = () => checkServerVersion(version);
    expect(check).toThrow(CannotStart);
    expect(check).toThrow(
      `The database server has version ${version}, which does not work: use MySQL from 8.4 or MariaDB from 10.11.`,
    );
  });
});

describe('checkSqliteVersion', () => {
  it.each(['3.51.0', '3.53.0', '4.0.0'])('accepts %s', (version) => {
    expect(() => {
      checkSqliteVersion(version);
    }).not.toThrow();
  });

  it.each(['3.50.4', '3.9.0', '2.8.17'])('refuses %s', (version) => {
    expect(() => {
      checkSqliteVersion(version);
    }).toThrow(`SQLite has version ${version}, which does not work: use SQLite from 3.51`);
  });
});
