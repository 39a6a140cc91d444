import { DnIndex } from './dn-index.js';

describe('An index of DNs', () => {
  const dn = (n: number) => `uid=person-${n},ou=people,dc=example,dc=org`;

  it('finds the users with a DN, however it is written', () => {
    const index = new DnIndex();
    expect(index.find(dn(1))).toEqual([]);
    for (let n = 1; n <= 5_000; n++) index.add(dn(n), 2 ** 40 + n);
    index.add(dn(7).toUpperCase().replaceAll(',', ' , '), 5);
    for (let n = 1; n <= 5_000; n++) expect(index.find(dn(n))).toContain(2 ** 40 + n);
    expect(index.find(dn(7))).toEqual(expect.arrayContaining([2 ** 40 + 7, 5]));
  });

  it('seldom finds users with another DN', () => {
    const index = new DnIndex();
    for (let n = 1; n <= 5_000; n++) index.add(dn(n), n);
    const others = Array.from({ length: 5_000 }, (_, n) => index.find(dn(5_001 + n)));
    // By chance it is one in 170 tries of this test. More than 5 is a broken digest.
    expect(others.flat().length).toBeLessThanOrEqual(5);
  });

  it('takes at most 32 bytes a user', () => {
    const index = new DnIndex();
    for (let n = 1; n <= 50_000; n++) index.add(dn(n), n);
    expect(index.bytes).toBeLessThanOrEqual(32 * 50_000);
  });
});
