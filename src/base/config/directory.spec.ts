import { readDirectory } from './directory.js';

const NEEDED = { LDAP_URL: 'ldap://a.example', LDAP_BASE: 'dc=example,dc=com' };

function problemsOf(env: Record<string, string>): string[] {
  const problems: string[] = [];
  readDirectory({ ...NEEDED, ...env }, problems);
  return problems;
}

describe('readDirectory', () => {
  it.each([
    ['LDAP_URL', 'http://a.example'],
    ['LDAP_URL', 'ldap://user:password@a.example'],
    ['LDAP_BASE', 'people'],
    ['LDAP_BASE', 'ou=people,,dc'],
    ['LDAP_BASE', 'ou=people,dc=example,dc=com,'],
    ['LDAP_BASE', 'ou=people\\\\,com'],
    ['LDAP_BIND_DN', 'cn=forgenote,,dc=com'],
    ['LDAP_ADMIN_FILTER', 'cn=admins,dc=example,dc=com'],
    ['LDAP_EXTERNAL_FILTER', '(memberOf=cn=partners'],
    ['LDAP_FILTER', '(uid=ada'],
    ['LDAP_FILTER', '(uid=ada)(uid=bea)'],
    ['LDAP_PRESET', 'novell'],
    ['LDAP_ATTRIBUTE_USERNAME', 'uid)'],
    ['LDAP_TIMEOUT', '0'],
    ['LDAP_TIMEOUT', '61'],
    ['LDAP_SYNC_EVERY', '604801'],
    ['LDAP_BLOCK_LIMIT', '5%'],
    ['LDAP_BLOCK_LIMIT', '-1'],
    ['LDAP_CREATE_USERS', 'yes'],
    ['LDAP_CA', '/nothing/here.pem'],
  ])('rejects %s=%s', (name, text) => {
    const [problem, ...others] = problemsOf({ [name]: text });
    expect(problem).toMatch(new RegExp(`^${name} `));
    expect(others).toEqual([]);
  });

  it.each([
    ['LDAP_URL', 'ldaps://a.example:1636, ldaps://b.example'],
    ['LDAP_FILTER', '(&(objectClass=person)(title=😀))'],
    ['LDAP_BASE', 'OU = people , DC = example,dc=com'],
    ['LDAP_BASE', 'ou=a\\,b\\2C\\",c=d\\\\,dc=com'],
    ['LDAP_BASE', 'ou="a, \\"b, c",dc=com'],
    ['LDAP_BASE', 'ou=people;dc=example;dc=com'],
    ['LDAP_BASE', '2.5.4.11=#0403616461,OID.2.5.4.10=x'],
    ['LDAP_BASE', 'cn=ada+uid=7,ou=5" disks\\ ,o=#x=y,dc=com'],
    ['LDAP_ADMIN_FILTER', '(memberOf:1.2.840.113556.1.4.1941:=cn=admins,dc=example,dc=com)'],
    ['LDAP_BLOCK_LIMIT', '0'],
  ])('accepts %s=%s', (name, text) => {
    expect(problemsOf({ [name]: text })).toEqual([]);
  });

  it.each([
    [{ LDAP_BIND_DN: 'cn=reader' }, 'LDAP_BIND_PASSWORD'],
    [{ LDAP_BIND_PASSWORD: 'secret' }, 'LDAP_BIND_DN'],
    [{ LDAP_URL: 'ldaps://a.example', LDAP_START_TLS: 'on' }, 'LDAP_START_TLS'],
    [{ LDAP_URL: '' }, 'LDAP_URL'],
    [{ LDAP_BASE: '' }, 'LDAP_BASE'],
  ])('rejects %j, and names %s', (env, name) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
  });
});
