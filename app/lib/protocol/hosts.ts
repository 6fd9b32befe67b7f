/**
 * Which of the three origins a `Host` header names (architecture.md, Origins). Same site, different origins.
 * `appHost` and `sandboxHost` carry no port: the port is that of the one server that answers them all.
 */
export interface HostNames {
  /** For example `ide.localhost` or `app.example.com`. */
  appHost: string;
  /** For example `run.ide.localhost` or `run.example.com`; previews are `pN.<sandboxHost>`. */
  sandboxHost: string;
}

export type HostKind =
  | { kind: 'app' }
  | { kind: 'sandbox' }
  | { kind: 'preview'; port: number }
  /** `localhost` and loopback addresses: a person typed it, send them to the app. */
  | { kind: 'local-alias' }
  | { kind: 'unknown' };

export const LOCAL_HOST_NAMES: HostNames = { appHost: 'ide.localhost', sandboxHost: 'run.ide.localhost' };

const LOCAL_ALIASES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `host` as in the header, with or without a port. */
export function classifyHost(host: string, names: HostNames): HostKind {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  if (name === names.appHost) return { kind: 'app' };
  if (name === names.sandboxHost) return { kind: 'sandbox' };
  const preview = /^p(\d{1,5})\.(.+)$/.exec(name);
  if (preview?.[2] === names.sandboxHost) {
    const port = Number(preview[1]);
    if (port >= 1 && port <= 65_535) return { kind: 'preview', port };
  }
  if (names.appHost.endsWith('.localhost') && LOCAL_ALIASES.has(name)) return { kind: 'local-alias' };
  return { kind: 'unknown' };
}

/** Origin of the preview of `port`, from the sandbox's own origin (`http://run.ide.localhost:8788`). */
export function previewOrigin(sandboxOrigin: string, port: number): string {
  const url = new URL(sandboxOrigin);
  return `${url.protocol}//p${port}.${url.host}`;
}
