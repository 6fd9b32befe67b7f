import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { globPattern } from './read-ssh-config.ts';

/** One line of a `known_hosts` file that holds a key. */
export interface KnownKey {
  marker: 'none' | 'revoked' | 'cert-authority';
  names: string;
  type: string;
  key: Buffer;
  file: string;
  /** The line number, from 1. */
  line: number;
}

export type HostKeyJudgement =
  | { type: 'known' }
  | { type: 'revoked'; file: string; line: number }
  /** A different key is known for the name. */
  | { type: 'changed'; known: KnownKey }
  /** `hasAuthority` if a certificate authority is known for the name, which is not supported. */
  | { type: 'unknown'; hasAuthority: boolean };

export function parseKnownHosts(text: string, file: string): KnownKey[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const fields = line.trim().split(/[ \t]+/);
    const marker = fields[0] === '@revoked' ? 'revoked' : fields[0] === '@cert-authority' ? 'cert-authority' : 'none';
    const [names, type, key] = marker === 'none' ? fields : fields.slice(1);
    if (names === undefined || type === undefined || key === undefined || /^[#@]/.test(names)) return [];
    return [{ marker, names, type, key: Buffer.from(key, 'base64'), file, line: index + 1 } satisfies KnownKey];
  });
}

/** The name under which OpenSSH stores a server. */
export function knownHostName(host: string, port: number): string {
  const name = host.toLowerCase();
  return port === 22 ? name : `[${name}]:${port}`;
}

function matchesName(known: KnownKey, name: string): boolean {
  if (known.names.startsWith('|')) return matchesHash(known.names, name);
  let isMatch = false;
  for (const pattern of known.names.toLowerCase().split(',')) {
    const isNegated = pattern.startsWith('!');
    if (!globPattern(isNegated ? pattern.slice(1) : pattern).test(name)) continue;
    if (isNegated) return false;
    isMatch = true;
  }
  return isMatch;
}

function matchesHash(entry: string, name: string): boolean {
  const [, version, salt, hash] = entry.split('|');
  if (version !== '1' || salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64');
  const actual = createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest();
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/**
 * Judges the key that a server showed. A server that is known by a key of another type counts as changed: the known types are asked for
 * first (`knownKeyTypes`), so an honest server shows one of those.
 */
export function judgeHostKey(known: readonly KnownKey[], host: string, port: number, key: Buffer): HostKeyJudgement {
  const name = knownHostName(host, port);
  // OpenSSH also accepts a key that is stored without the port.
  const bareName = host.toLowerCase();
  const of = (wanted: string) => known.filter((entry) => matchesName(entry, wanted));
  const entries = of(name);
  const revoked = [...entries, ...of(bareName)].find((entry) => entry.marker === 'revoked' && entry.key.equals(key));
  if (revoked !== undefined) return { type: 'revoked', file: revoked.file, line: revoked.line };
  const plain = entries.filter((entry) => entry.marker === 'none');
  if (plain.some((entry) => entry.key.equals(key))) return { type: 'known' };
  const type = keyType(key);
  const other = plain.find((entry) => entry.type === type) ?? plain[0];
  if (other !== undefined) return { type: 'changed', known: other };
  if (of(bareName).some((entry) => entry.marker === 'none' && entry.key.equals(key))) return { type: 'known' };
  return { type: 'unknown', hasAuthority: entries.some((entry) => entry.marker === 'cert-authority') };
}

/** Returns the types of the keys by which a server is known, so that it can be asked for one of them. */
export function knownKeyTypes(known: readonly KnownKey[], host: string, port: number): string[] {
  const matching = known.filter((entry) => entry.marker === 'none' && matchesName(entry, knownHostName(host, port)));
  return [...new Set(matching.map((entry) => entry.type))];
}

/** Returns the type at the beginning of a key in SSH's own format; an empty text if the key is invalid. */
export function keyType(key: Buffer): string {
  const length = key.length >= 4 ? key.readUInt32BE(0) : 0;
  const type = key.subarray(4, 4 + length).toString('latin1');
  return length > 0 && length < 64 && key.length > 4 + length && /^[\w@.-]+$/.test(type) ? type : '';
}

/** Formats a key's fingerprint as OpenSSH prints it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** Returns a line for a new server, with its line break. The name is hashed if a salt is given. */
export function knownHostLine(host: string, port: number, key: Buffer, salt: Uint8Array | null): string {
  const name = knownHostName(host, port);
  const hashed = (bytes: Uint8Array) =>
    `|1|${Buffer.from(bytes).toString('base64')}|${createHmac('sha1', bytes).update(name).digest('base64')}`;
  return `${salt === null ? name : hashed(salt)} ${keyType(key)} ${key.toString('base64')}\n`;
}
