import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that a provider assigns. A client can use all addresses with the same ones. */
const PREFIX_BITS = 64;

/** An address with its port, as some proxies write it into X-Forwarded-For. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3})|\[([^\]]+)\])(?::\d+)?$/;

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? [];
  const plain = ipv4 ?? ipv6 ?? address;
  // Also turns `::ffff:192.0.2.1` into an IPv4 address.
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : null;
}

/** The address without a port. Null for what is no address: a proxy may forward any text. */
export function normalizeAddress(address: string | null): string | null {
  return address === null ? null : (parse(address)?.toString() ?? null);
}

/**
 * The text under which limits count a client address: an IPv4 address, or the /64 network of an IPv6 address. All texts
 * that are no address count together.
 */
export function addressKey(address: string): string {
  const parsed = parse(address);
  if (!parsed) return 'unknown';
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(parsed)}/${PREFIX_BITS}`);
  return `${network.toString()}/${PREFIX_BITS}`;
}

const withoutZone = ({ parts }: ipaddr.IPv6): string => new ipaddr.IPv6(parts).toString();
