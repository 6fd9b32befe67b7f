/**
 * Prefix of our cookies. With `__Host-` a browser accepts them only as we set them: Secure, for this host alone, and never from a subdomain
 * such as the sandbox or its previews. Chromium and Firefox keep such a cookie over plain http from a `.localhost` name; Safari accepts
 * `Secure` over https only. A local server detects with a probe cookie which case applies, and falls back to a name without the prefix. A
 * preview can then set a cookie of the same name that is sent before ours, but it cannot seal one: ours is found by opening it
 * (`openCookie`).
 */
const PREFIX = '__Host-devonz-';
const PLAIN_PREFIX = 'devonz-';
const PROBE = `${PREFIX}probe`;
/** Seconds: the longest time for which browsers keep a cookie. */
export const COOKIE_SECONDS = 400 * 24 * 60 * 60;

export interface OwnCookies {
  /** Values by name without prefix, in the browser's order. A name has several values if a preview has set it as well. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Characters that our cookies occupy in each request. */
  readonly size: number;
  /** `Set-Cookie` headers that set or delete a cookie, under both names. */
  set(name: string, value: string, seconds?: number): string[];
  expire(name: string): string[];
  /** `Set-Cookie` headers that let the next request detect which names this browser keeps. */
  readonly probe: readonly string[];
}

/** Returns our cookies in a request. `isLocal`: this server is reached over plain http at a `.localhost` name. */
export function ownCookies(request: Request, isLocal: boolean): OwnCookies {
  const values = new Map<string, string[]>();
  let size = 0;
  let hasProbe = false;
  for (const pair of (request.headers.get('cookie') ?? '').split(/;\s*/)) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    hasProbe ||= name === PROBE;
    const own = nameOf(name, isLocal);
    if (at < 0 || own === null) continue;
    size += pair.length + 2;
    values.set(own, [...(values.get(own) ?? []), pair.slice(at + 1)]);
  }
  const isPrefixed = hasProbe || !isLocal;
  const expired = (name: string) => [prefixed(name, '', 0), ...(isLocal ? [plain(name, '', 0)] : [])];
  return {
    values,
    size,
    set: (name, value, seconds = COOKIE_SECONDS) =>
      isPrefixed ? [prefixed(name, value, seconds), ...(isLocal ? [plain(name, '', 0)] : [])] : [plain(name, value, seconds)],
    expire: expired,
    probe: isLocal && !hasProbe ? [prefixed('probe', '1', COOKIE_SECONDS)] : [],
  };
}

function nameOf(name: string, isLocal: boolean): string | null {
  if (name === PROBE) return null;
  if (name.startsWith(PREFIX)) return name.slice(PREFIX.length);
  return isLocal && name.startsWith(PLAIN_PREFIX) ? name.slice(PLAIN_PREFIX.length) : null;
}

function prefixed(name: string, value: string, seconds: number): string {
  return `${PREFIX}${name}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Strict`;
}

function plain(name: string, value: string, seconds: number): string {
  return `${PLAIN_PREFIX}${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
}
