import { SshError } from '../ssh-error.ts';

export interface SshTarget {
  user: string | null;
  /** A host name, an address without brackets, or a name of `~/.ssh/config`. */
  host: string;
  port: number | null;
}

/**
 * Parses `user@host[:port]`, `user@[::1]:22` or `ssh://user@host:port`. Throws an `SshError` with a sentence for the
 * user.
 */
export function parseTarget(text: string): SshTarget {
  const trimmed = text.trim();
  const isUrl = /^ssh:\/\//i.test(trimmed);
  const plain = isUrl ? trimmed.slice('ssh://'.length).replace(/\/$/, '') : trimmed;
  // The last `@` divides user and host, as in OpenSSH: a user name may contain one.
  const at = plain.lastIndexOf('@');
  const user = at < 0 ? null : decodeUser(plain.slice(0, at), isUrl, text);
  const { host, port } = parseHostAndPort(plain.slice(at + 1), text);
  if (user === '') throw refusal(text, 'the user’s name before the @ is missing');
  return { user, host, port };
}

function decodeUser(user: string, isUrl: boolean, text: string): string {
  if (/[\u0000-\u0020\u007f]/.test(user) || user.startsWith('-')) throw refusal(text, 'that is no name of a user');
  try {
    return isUrl ? decodeURIComponent(user) : user;
  } catch {
    throw refusal(text, 'that is no name of a user');
  }
}

function parseHostAndPort(rest: string, text: string): { host: string; port: number | null } {
  const parts = /^\[([^\]]*)\](?::(.*))?$/.exec(rest) ?? /^([^:]*)(?::([^:]*))?$/.exec(rest);
  // An IPv6 address may have no brackets if it has no port.
  const host = parts?.[1] ?? (/^[0-9a-f:.]+(?:%\w+)?$/i.test(rest) ? rest : null);
  if (host === null || host === '') throw refusal(text, 'the host is missing');
  if (host.startsWith('-') || !/^[\p{L}\p{N}._:%-]+$/u.test(host)) throw refusal(text, 'that is no name of a host');
  return { host, port: parts?.[2] === undefined ? null : parsePort(parts[2], text) };
}

function parsePort(port: string, text: string): number {
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
  if (number < 1 || number > 65_535) throw refusal(text, 'the port must be a number from 1 to 65535');
  return number;
}

function refusal(text: string, reason: string): SshError {
  return new SshError('configuration', `“${text}” is no target for SSH: ${reason}. Write user@host or user@host:port.`);
}
