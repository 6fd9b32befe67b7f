import type { HostEnvironment } from '../hosts/host-names.server.ts';

/** How the front before this server names who asks. */
export interface ClientAddressEnvironment extends HostEnvironment {
  /** The header in which it names who asks, such as `cf-connecting-ip` or `x-forwarded-for`. Without it all are one client. */
  ACCESS_CLIENT_ADDRESS_HEADER?: string;
  /** How many fronts of the deployer's own write one after the other into that header; 1 where it is not set. */
  ACCESS_TRUSTED_HOPS?: string;
}

/** All who cannot be distinguished are one client. */
export const UNKNOWN_CLIENT = 'client unknown';

/** Whom what was asked for is counted for, by the address from which it comes. */
export function clientOf(request: Request, environment: ClientAddressEnvironment): string {
  const address = clientAddress(request, environment);
  return address === null ? UNKNOWN_CLIENT : `client ${address}`;
}

/**
 * The address that the deployer's own front has written, and no other: a header that nobody has named is the sender's word. A front
 * appends to what it was sent, so what counts is so many entries from the right as there are fronts.
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

/** An address of version 4, or the /64 that one of version 6 is in: whoever has one of those has them all. null: no address. */
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
  // As the URL standard writes it: eight groups, of which `::` stands for those of zero that are left out.
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [parse(before), parse(after ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}
