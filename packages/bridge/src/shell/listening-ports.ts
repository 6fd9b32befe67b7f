/** The ways to list a server's ports, the best first. */
export type PortMethod = 'proc' | 'lsof' | 'ss' | 'netstat';

const listening = '0A';

/** Prints the table for `parsePorts`. The first two ways list only the user's own ports. */
export const portScripts: Readonly<Record<PortMethod, string>> = {
  proc: 'cat /proc/net/tcp /proc/net/tcp6 2>/dev/null; :',
  lsof: 'lsof -nP -a -u "$1" -iTCP -sTCP:LISTEN -Fn 2>/dev/null; :',
  ss: 'ss -ltnH 2>/dev/null || ss -ltn',
  netstat: 'netstat -ltn 2>/dev/null || netstat -an',
};

/** A socket on which a program waits for connections. */
export interface ListeningSocket {
  port: number;
  /** Null if the system does not report it. */
  inode: string | null;
}

/**
 * Returns the listening ports that can be reached over the machine's own loopback. If the user is null, the ports of
 * all users are returned.
 */
export function parsePorts(method: PortMethod, text: string, uid: number | null): Set<number> {
  return new Set(parseSockets(method, text, uid).map(({ port }) => port));
}

/** Returns the sockets of these ports. */
export function parseSockets(method: PortMethod, text: string, uid: number | null): ListeningSocket[] {
  const lines = text.split('\n').map((line) => line.trim());
  const withoutInode = (port: number | null): ListeningSocket | null => (port === null ? null : { port, inode: null });
  const found = lines.map((line) => {
    if (method === 'proc') return procSocket(line, uid);
    return withoutInode(method === 'lsof' ? lsofPort(line) : tablePort(line));
  });
  return found.filter((socket): socket is ListeningSocket => socket !== null && socket.port > 0 && socket.port < 65_536);
}

function procSocket(line: string, uid: number | null): ListeningSocket | null {
  const fields = line.split(/\s+/);
  const [address, port] = (fields[1] ?? '').split(':');
  if (fields[3] !== listening || address === undefined || port === undefined) return null;
  if (uid !== null && Number(fields[7]) !== uid) return null;
  return isReachedHex(address) ? { port: Number.parseInt(port, 16), inode: fields[9] ?? null } : null;
}

/** Addresses of the kernel's tables are in its byte order, four bytes at a time. */
function isReachedHex(address: string): boolean {
  const isAny = /^0+$/.test(address);
  const isLoopback4 = address.length === 8 && address.endsWith('7F');
  const isLoopback6 = /^0{24}01000000$/.test(address) || /^0{16}FFFF0000[0-9A-F]{6}7F$/i.test(address);
  return isAny || isLoopback4 || isLoopback6;
}

function lsofPort(line: string): number | null {
  const [, host, port] = /^n(.*):(\d+)$/.exec(line) ?? [];
  return host !== undefined && isReached(host) ? Number(port) : null;
}

/** Parses rows of `ss` and `netstat`, which print the state before the local address, or after it. */
function tablePort(line: string): number | null {
  if (!/\bLISTEN\b/.test(line)) return null;
  // BSD's netstat divides the port by a dot.
  const address = line.split(/\s+/).find((field) => /[:.]\d+$/.test(field));
  const [, host, port] = /^(.*)[:.](\d+)$/.exec(address ?? '') ?? [];
  return host !== undefined && isReached(host) ? Number(port) : null;
}

function isReached(host: string): boolean {
  return /^(?:\*|0\.0\.0\.0|127\.[\d.]+|localhost|\[?::\]?|\[?::1\]?|\[?::ffff:127\.[\d.]+\]?)$/.test(host.replace(/%\w+/, ''));
}
