import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that a provider assigns. A client can use all addresses with the same ones. */
const PREFIX_BITS = 64;

/** An address with its port, as some proxies write it into X-Forwarded-For. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3})|\[([^\]]+)\])(?::\d+)?$/;

/** Undefined is the address of a Unix socket. */
type GivenAddress = string | null | undefined;

function parse(address: GivenAddress): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!address) return null;
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? [];
  const plain = withoutZone(ipv4 ?? ipv6 ?? address);
  // Also turns `::ffff:192.0.2.1` into an IPv4 address.
  return isIP(plain) === 0 ? null : ipaddr.process(plain);
}

/**
 * The zone of an IPv6 address, such as `%eth0`, names a network card of the machine that wrote it. A proxy may forward
 * any text there, also one that is too long for a column.
 */
function withoutZone(address: string): string {
  const at = address.indexOf('%');
  return at > 0 && address.lastIndexOf(':', at) >= 0 ? address.slice(0, at) : address;
}

/** The address without a port and a zone. Null for what is no address: a proxy may forward any text. */
export function normalizeAddress(address: GivenAddress): string | null {
  return parse(address)?.toString() ?? null;
}

/**
 * The text under which limits count a client address: an IPv4 address, or the /64 network of an IPv6 address. All texts
 * that are no address count together.
 */
export function addressKey(address: GivenAddress): string {
  const parsed = parse(address);
  if (!parsed) return 'unknown';
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${PREFIX_BITS}`);
  return `${network.toString()}/${PREFIX_BITS}`;
}
