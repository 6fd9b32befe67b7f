import { parsePreviewHost } from 'devonz-engine-protocol/hosts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])$/;

/** The port a program written for localhost means by this address, or null when it means another machine. */
export function localPort(url: URL): number | null {
  if ((url.protocol !== 'http:' && url.protocol !== 'ws:') || !LOOPBACK.test(url.hostname)) return null;
  return url.port === '' ? 80 : Number(url.port);
}

/** The port whose program this address shows, seen from a page of the preview at `own`: `localhost:4000` and `p4000-….run.…` alike. */
export function programPort(url: URL, own: { host: string }): number | null {
  const preview = parsePreviewHost(url.host);
  const ownPreview = parsePreviewHost(own.host);
  // Another project's program runs in another engine.
  if (preview && preview.sandboxHost === ownPreview?.sandboxHost && preview.project === ownPreview.project) return preview.port;
  return localPort(url);
}
