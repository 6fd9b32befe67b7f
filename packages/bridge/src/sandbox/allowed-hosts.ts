export interface AllowedHost {
  /** In lower case; `*.` at the beginning allows every subdomain. */
  host: string;
  /** Null means the ports of HTTP and HTTPS. */
  port: number | null;
}

const WEB_PORTS = [80, 443];

/** Parses `host`, `*.host` or `host:port`. Returns null for any other text. */
export function parseAllowedHost(text: string): AllowedHost | null {
  const [, host, port] = /^((?:\*\.)?[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9])?)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (host === undefined || (port !== undefined && !(Number(port) > 0 && Number(port) < 65_536))) return null;
  return { host: host.toLowerCase(), port: port === undefined ? null : Number(port) };
}

/** Returns whether programs may connect to a port of a host. Allowing a host does not allow its IP addresses. */
export function isAllowed(allowed: readonly AllowedHost[], host: string, port: number): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return allowed.some((one) => {
    const isHost = one.host.startsWith('*.') ? name.endsWith(one.host.slice(1)) : name === one.host;
    return isHost && (one.port === null ? WEB_PORTS.includes(port) : one.port === port);
  });
}
