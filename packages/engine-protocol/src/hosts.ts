/**
 * The host names that distinguish the three origins of a `Host` header (architecture.md, Origins), which are same-site. `appHost` and
 * `sandboxHost` have no port, because one server serves them all on its port.
 */
export interface HostNames {
  /** For example `ide.localhost` or `app.example.com`. */
  appHost: string;
  /** For example `run.ide.localhost` or `run.example.com`; previews are at `pN-<project>.<sandboxHost>`. */
  sandboxHost: string;
}

export type HostKind =
  | { kind: 'app' }
  | { kind: 'sandbox' }
  | ({ kind: 'preview' } & Pick<PreviewHost, 'port' | 'project'>)
  /** `localhost` and loopback addresses: typed by a user, who is redirected to the app. */
  | { kind: 'local-alias' }
  | { kind: 'unknown' };

export interface PreviewHost {
  port: number;
  /** The project's own part of the name, so that no two projects share an origin; `null` in the plain form `pN.<sandboxHost>`. */
  project: string | null;
  /** Includes the port, if there was one. */
  sandboxHost: string;
}

/** Valid project names in a preview's host: together with `p65535-`, one DNS label of at most 63 characters. */
export const PREVIEW_PROJECT = /^[a-z0-9]{1,40}$/;

const PREVIEW_HOST = /^p(\d{1,5})(?:-([a-z0-9]{1,40}))?\.(.+)$/;

export const LOCAL_HOST_NAMES: HostNames = { appHost: 'ide.localhost', sandboxHost: 'run.ide.localhost' };

const LOCAL_ALIASES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Classifies a host. `host` is the header's value, with or without a port. */
export function classifyHost(host: string, names: HostNames): HostKind {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  if (name === names.appHost) return { kind: 'app' };
  if (name === names.sandboxHost) return { kind: 'sandbox' };
  const preview = parsePreviewHost(name);
  if (preview?.sandboxHost === names.sandboxHost) return { kind: 'preview', port: preview.port, project: preview.project };
  if (names.appHost.endsWith('.localhost') && LOCAL_ALIASES.has(name)) return { kind: 'local-alias' };
  return { kind: 'unknown' };
}

/** Parses a lower-case host. Returns `null` if it is not a preview's. */
export function parsePreviewHost(host: string): PreviewHost | null {
  const [, digits, project = null, sandboxHost = ''] = PREVIEW_HOST.exec(host) ?? [];
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? { port, project, sandboxHost } : null;
}

/** Returns the origin of the preview of `port`, given the sandbox's own origin (`http://run.ide.localhost:8788`). */
export function previewOrigin(sandboxOrigin: string, port: number, project: string | null): string {
  const url = new URL(sandboxOrigin);
  return `${url.protocol}//p${port}${project === null ? '' : `-${project}`}.${url.host}`;
}

/** Returns the origin of the same project's preview of another port, given one of its previews. */
export function siblingOrigin(origin: string, port: number): string {
  return origin.replace(/^(https?:\/\/)p\d+/, (_, scheme: string) => `${scheme}p${port}`);
}
