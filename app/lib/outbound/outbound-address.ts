import { because, type Reason } from '../protocol/texts/reason.ts';

/** An address that a program may request through the server, or the reason why not, which completes a sentence. */
export type OutboundAddress = { ok: true; url: URL; host: string } | { ok: false; reason: Reason };

/** A prefix of an address, as in a routing table. */
type Block = readonly [base: readonly number[], bits: number];

/** IPv4 ranges that are not public internet hosts (RFC 6890 and its successors). */
const NOT_PUBLIC_4: readonly Block[] = [
  [[0, 0, 0, 0], 8],
  [[10, 0, 0, 0], 8],
  [[100, 64, 0, 0], 10],
  [[127, 0, 0, 0], 8],
  [[169, 254, 0, 0], 16],
  [[172, 16, 0, 0], 12],
  [[192, 0, 0, 0], 24],
  [[192, 0, 2, 0], 24],
  [[192, 31, 196, 0], 24],
  [[192, 52, 193, 0], 24],
  [[192, 88, 99, 0], 24],
  [[192, 168, 0, 0], 16],
  [[192, 175, 48, 0], 24],
  [[198, 18, 0, 0], 15],
  [[198, 51, 100, 0], 24],
  [[203, 0, 113, 0], 24],
  [[224, 0, 0, 0], 3],
];

/** Only 2000::/3 of IPv6 is allocated; these parts of it are not public, or contain an IPv4 address. In groups of 16 bits. */
const GIVEN_OUT_6: Block = [[0x2000], 3];
const NOT_PUBLIC_6: readonly Block[] = [
  [[0x2001, 0], 23],
  [[0x2001, 0xdb8], 32],
  [[0x2002], 16],
  [[0x2620, 0x4f, 0x8000], 48],
  [[0x3fff, 0], 20],
];

/** Suffixes of names that are resolved in private networks or not at all (RFC 6761, 6762, 8375, and what routers and offices use). */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|arpa|test|example|invalid|onion|alt|workgroup|svc|cluster|consul|nomad|docker|podman|lxd|incus|kubernetes|k8s|mesos|marathon|containers|swarm|mesh|vpn|priv|intra|domain|localnet|router|gateway|modem|nas|fritz\.box|mail|dc1|node|service|pod|bridge|loc|lcl|ldap|wpad)$/;

/** Ports without public HTTP servers, where a request could be mistaken for another protocol's message. */
const LOWEST_FREE_PORT = 1024;
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080, 11_211,
]);

/**
 * Validates an address that a program wants to reach. `ownHosts` are this server's names, which cannot be reached through it, nor their
 * subdomains. Names are not resolved here: the server also rejects private addresses when it connects.
 */
export function readOutboundAddress(text: string, ownHosts: readonly string[]): OutboundAddress {
  const refused = (reason: Reason): OutboundAddress => ({ ok: false, reason });
  if (!URL.canParse(text)) return refused(because('it is no address'));
  // The parser normalises every notation of an IPv4 address (decimal, octal, hexadecimal, short).
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused(because('only http and https are passed on'));
  if (url.username !== '' || url.password !== '')
    return refused(because('a name and a password do not belong in an address; send an Authorization header'));
  const port = url.port === '' ? null : Number(url.port);
  if (port !== null && port !== 80 && port !== 443 && (port < LOWEST_FREE_PORT || BLOCKED_PORTS.has(port)))
    return refused(because("port {port} is none of a web server's", { port: String(port) }));
  // A trailing dot means the same host.
  const name = url.hostname.replace(/\.$/, '');
  const reason = refusalOfHost(name, ownHosts);
  if (reason !== null) return refused(reason);
  url.hostname = name;
  url.hash = '';
  return { ok: true, url, host: hostOf(url) };
}

/** Returns the subject of a decision: the name, a non-default port, and whether the connection is unencrypted. */
function hostOf(url: URL): string {
  return url.protocol === 'http:' ? `http://${url.host}` : url.host;
}

function refusalOfHost(name: string, ownHosts: readonly string[]): Reason | null {
  if (name.startsWith('[')) return isPublic6(name.slice(1, -1)) ? null : because('it is an address of a private network');
  const four = octets(name);
  if (four !== null)
    return NOT_PUBLIC_4.some((block) => isWithin(four, block, 8)) ? because('it is an address of a private network') : null;
  if (LOCAL_NAMES.test(name)) return because('its name is one of a private network');
  if (name.split('.').includes('')) return because('its name is none of the internet');
  if (!name.includes('.')) return because('a name without a dot is one of a private network');
  const isOwn = ownHosts.some((own) => name === withoutPort(own) || name.endsWith(`.${withoutPort(own)}`));
  return isOwn ? because('it is this server itself') : null;
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

function octets(name: string): number[] | null {
  return /^\d+\.\d+\.\d+\.\d+$/.test(name) ? name.split('.').map(Number) : null;
}

function isPublic6(text: string): boolean {
  const groups = groupsOf(text);
  return isWithin(groups, GIVEN_OUT_6, 16) && !NOT_PUBLIC_6.some((block) => isWithin(groups, block, 16));
}

/** Returns the eight groups of an address in the URL parser's form: hexadecimal, with at most one `::`. */
function groupsOf(text: string): number[] {
  const [before = '', after] = text.split('::');
  const parse = (part: string) =>
    part
      .split(':')
      .filter((group) => group !== '')
      .map((group) => Number.parseInt(group, 16));
  const [first, last] = [parse(before), parse(after ?? '')];
  const gap: number[] = new Array(Math.max(0, 8 - first.length - last.length)).fill(0);
  return [...first, ...gap, ...last];
}

function isWithin(address: readonly number[], [base, bits]: Block, width: number): boolean {
  for (let left = bits, index = 0; left > 0; left -= width, index += 1) {
    const shift = Math.max(0, width - left);
    if ((address[index] ?? 0) >> shift !== (base[index] ?? 0) >> shift) return false;
  }
  return true;
}
