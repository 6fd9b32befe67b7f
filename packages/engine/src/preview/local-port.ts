import { parsePreviewHost } from 'devonz-engine-protocol/hosts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])$/;

/** The port a program written for localhost means by this address, or null when it means another machine. */
export function localPort(url: URL): number | null {
  if ((url.protocol !== 'http:' && url.protocol !== 'ws:') || !LOOPBACK.test(url.hostname)) return null;
  return url.port === '' ? 80 : Number(url.port);
}

/**
 * The port whose program this address shows, seen from a page of the preview at `own`: `localhost:4000` and `p4000-….run.…` alike. A
 * program knows nothing of the name it is shown under: its page makes addresses of that name and the program's own port, or another
 * one's (`location.hostname + ':4000'`, webpack-dev-server's `ws://p3000-….run.…:3000/ws`).
 */
export function programPort(url: URL, own: { host: string }): number | null {
  const preview = parsePreviewHost(url.hostname);
  const ownPreview = parsePreviewHost(hostName(own.host));
  // Another project's program runs in another engine.
  if (preview === null || preview.sandboxHost !== ownPreview?.sandboxHost || preview.project !== ownPreview.project) return localPort(url);
  return url.port === '' || isServersPort(url, own) ? preview.port : Number(url.port);
}

/** Whether an address of one of our names leads to the server by itself: every other port of it is a program's. */
export function isServersPort(url: URL, own: { host: string }): boolean {
  return url.port === own.host.slice(hostName(own.host).length + 1);
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, '');
}
