import { addressKey, normalizeAddress } from './client-address.js';

describe('addressKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['fe80::1%br-lan.7', 'fe80::/64'],
    ['unknown', 'unknown'],
    ['', 'unknown'],
    ['someone', 'unknown'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['192.0.2.1:', 'unknown'],
    ['[2001:db8:1:2::7]:50123', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::7]', '2001:db8:1:2::/64'],
  ])('counts %s as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('normalizeAddress', () => {
  it.each([
    ['192.0.2.1:50123', '192.0.2.1'],
    ['2001:DB8::0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    [`fe80::1%${'a'.repeat(60)}`, 'fe80::1'],
    ['fe80::1%', 'fe80::1'],
    ['[fe80::1%br-lan.7]:50123', 'fe80::1'],
    ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
    ['192.0.2.1%eth0', null],
    ['%eth0', null],
    ['12345', null],
    ['0x7f.1', null],
    ['', null],
  ])('turns %s into %s', (address, normalized) => {
    expect(normalizeAddress(address)).toBe(normalized);
  });
});
