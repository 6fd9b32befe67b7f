const LOOPBACK = /^(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])$/;

/** The port a program written for localhost means by this address, or null when it means another machine. */
export function localPort(url: URL): number | null {
  if ((url.protocol !== 'http:' && url.protocol !== 'ws:') || !LOOPBACK.test(url.hostname)) return null;
  return url.port === '' ? 80 : Number(url.port);
}

/** The port whose program this address shows, seen from a page of the preview at `own`: `localhost:4000` and `p4000.run.…` alike. */
export function programPort(url: URL, own: { host: string }): number | null {
  const sandboxHost = /^p\d+\.(.+)$/.exec(own.host)?.[1];
  const preview = /^p(\d{1,5})\.(.+)$/.exec(url.host);
  if (preview !== null && preview[2] === sandboxHost) return Number(preview[1]);
  return localPort(url);
}
