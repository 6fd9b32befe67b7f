import { parsePreviewHost } from 'devonz-engine-protocol/hosts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])$/;

/** Returns the port that a program written for localhost means by this URL, or `null` for another machine. */
export function localPort(url: URL): number | null {
  if ((url.protocol !== 'http:' && url.protocol !== 'ws:') || !LOOPBACK.test(url.hostname)) return null;
  return url.port === '' ? 80 : Number(url.port);
}

/**
 * Returns the port whose program this URL shows, seen from a page of the preview at `own`: both `localhost:4000` and
 * `p4000-….run.…`. A program does not know the host name it is shown under: its page combines that name with the program's
 * own port, or another one (`location.hostname + ':4000'`, webpack-dev-server's `ws://p3000-….run.…:3000/ws`).
 */
export function programPort(url: URL, own: { host: string }): number | null {
  const preview = parsePreviewHost(url.hostname);
  const ownPreview = parsePreviewHost(hostName(own.host));
  // Another project's program runs in another engine.
  if (preview === null || preview.sandboxHost !== ownPreview?.sandboxHost || preview.project !== ownPreview.project) return localPort(url);
  return url.port === '' || isServersPort(url, own) ? preview.port : Number(url.port);
}

/** Returns whether a URL with a host name of a preview leads to the server itself; any other port on it belongs to a program. */
export function isServersPort(url: URL, own: { host: string }): boolean {
  return url.port === own.host.slice(hostName(own.host).length + 1);
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, '');
}
