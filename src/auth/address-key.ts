import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that a provider assigns. A client can use all addresses with the same ones. */
const PREFIX_BITS = 64;

/** The text under which limits count a client address: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // Also turns `::ffff:192.0.2.1` into an IPv4 address.
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(parsed)}/${PREFIX_BITS}`);
  return `${network.toString()}/${PREFIX_BITS}`;
}

const withoutZone = ({ parts }: ipaddr.IPv6): string => new ipaddr.IPv6(parts).toString();
