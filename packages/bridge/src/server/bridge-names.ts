import type { IncomingMessage } from 'node:http';
import { parsePreviewHost } from 'devonz-engine-protocol/hosts';
import { isSameSecret } from './same-secret.ts';

/**
 * The host names under which a bridge answers. A name below `localhost` leads to this computer in browsers, and a
 * client that knows such a name may use what it stands for.
 */
export interface BridgeNames {
  /**
   * The first label of the control page's name. It is a secret, because a client that knows it can act on the machine.
   */
  control: string;
  /**
   * The secret label in the names of previews. It differs from the control page's label, because pages and the scripts
   * they load see it.
   */
  preview: string;
  /** The pages that may use the bridge, as complete origins. */
  apps: readonly string[];
  port: number;
}

export type RequestedName =
  /** `127.0.0.1`: answers only requests with the token. */
  { kind: 'door' } | { kind: 'control'; suffix: string } | { kind: 'preview'; port: number; suffix: string } | { kind: 'unknown' };

const DOORS = new Set(['127.0.0.1', 'localhost']);

/**
 * Judges a request by its only `Host` header: under any other name a foreign page may have reached the bridge (DNS
 * rebinding).
 */
export function requestedName(request: Pick<IncomingMessage, 'rawHeaders'>, names: BridgeNames): RequestedName {
  const hosts = request.rawHeaders.filter((_value, index) => index % 2 === 1 && /^host$/i.test(request.rawHeaders[index - 1] ?? ''));
  const [, name, port] = /^([a-z0-9.-]{1,255}):(\d{1,5})$/i.exec(hosts[0] ?? '') ?? [];
  if (hosts.length !== 1 || name === undefined || Number(port) !== names.port) return { kind: 'unknown' };
  const host = name.toLowerCase();
  if (DOORS.has(host)) return { kind: 'door' };
  const preview = parsePreviewHost(host);
  const dot = host.indexOf('.');
  const suffix = preview?.sandboxHost ?? host.slice(dot + 1);
  if (!suffixes(names.apps).includes(suffix)) return { kind: 'unknown' };
  if (preview !== null) {
    if (preview.port === names.port || !isSameSecret(preview.project ?? '', names.preview)) return { kind: 'unknown' };
    return { kind: 'preview', port: preview.port, suffix };
  }
  return isSameSecret(host.slice(0, Math.max(0, dot)), names.control) ? { kind: 'control', suffix } : { kind: 'unknown' };
}

/**
 * An app below `localhost` gets names below its own host, because only frames of the same site have cookies and
 * storage.
 */
export function suffixFor(app: string): string {
  const { hostname } = new URL(app);
  return hostname.endsWith('.localhost') ? hostname : 'localhost';
}

function suffixes(apps: readonly string[]): string[] {
  return ['localhost', ...apps.map(suffixFor)];
}

export function controlOrigin({ control, port }: BridgeNames, suffix: string): string {
  return `http://${control}.${suffix}:${port}`;
}

/** Returns the origin of a port's preview; without a port, the origin has `*` in its place. */
export function previewOrigin(names: BridgeNames, suffix: string, port: number | '*'): string {
  return `http://p${port}-${names.preview}.${suffix}:${names.port}`;
}
