import type { HostEnvironment } from '../hosts/host-names.server.ts';

/** How the reverse proxy in front of this server names the client. */
export interface ClientAddressEnvironment extends HostEnvironment {
  /** The header with the client's address, such as `cf-connecting-ip` or `x-forwarded-for`. If unset, all clients count as one. */
  ACCESS_CLIENT_ADDRESS_HEADER?: string;
  /** The number of consecutive proxies of the deployer that append to that header; 1 if unset. */
  ACCESS_TRUSTED_HOPS?: string;
}

/** All clients that cannot be distinguished count as this one. */
export const UNKNOWN_CLIENT = 'client unknown';

/** Returns the name under which a client's usage is counted, based on the client's address. */
export function clientOf(request: Request, environment: ClientAddressEnvironment): string {
  const address = clientAddress(request, environment);
  return address === null ? UNKNOWN_CLIENT : `client ${address}`;
}

/**
 * Returns the address written by the deployer's own proxy: a sender can forge any header that the deployer has not
 * named. Each proxy appends one entry, so with N proxies the client's address is the Nth entry from the right.
 */
export function clientAddress(request: Request, environment: ClientAddressEnvironment): string | null {
  const name = environment.ACCESS_CLIENT_ADDRESS_HEADER?.trim().toLowerCase() ?? '';
  if (!/^[a-z0-9-]{1,64}$/.test(name)) return null;
  const entries = (request.headers.get(name) ?? '').split(',');
  const hops = /^[1-9]$/.test(environment.ACCESS_TRUSTED_HOPS?.trim() ?? '') ? Number(environment.ACCESS_TRUSTED_HOPS) : 1;
  return networkOf(entries.at(-hops)?.trim() ?? '');
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^(${OCTET}(?:\\.${OCTET}){3})(?::\\d{1,5})?$`);
const IPV6 = /^(?:\[([0-9a-f:.]{2,45})\](?::\d{1,5})?|([0-9a-f:.]{2,45}))$/i;

/**
 * Returns an IPv4 address, or the /64 network of an IPv6 address, because one client usually has all addresses of such
 * a network. Returns null if the text is not an address.
 */
function networkOf(text: string): string | null {
  const [, four] = IPV4.exec(text) ?? [];
  if (four !== undefined) return four;
  const [, bracketed, bare] = IPV6.exec(text) ?? [];
  const groups = groupsOf(bracketed ?? bare ?? '');
  if (groups === null) return null;
  const [seventh = 0, eighth = 0] = groups.slice(6);
  // `::ffff:192.0.2.1` is the same client as `192.0.2.1`.
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function groupsOf(address: string): number[] | null {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]/`)) return null;
  // The URL standard's form: eight groups, where `::` replaces omitted groups of zeros.
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [parse(before), parse(after ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}
