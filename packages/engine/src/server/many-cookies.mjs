/** The number of characters above which the browser is asked to delete its cookies; cookies that protect a deployed app are shorter. */
const MANY_COOKIES = 8 * 1024;

/** The app's own cookies, limited where they are set: a browser accepts the prefix only from the app's host. */
const OWN = /(?:^|;\s*)__Host-devonz-[^;]*/g;

/**
 * Returns additional response headers for a request with these cookies. The engine reads no cookies: this many were set by a preview, for
 * the whole domain, until requests fail.
 * @param {string | null | undefined} cookie the request's header
 * @returns {Readonly<Record<string, string>>}
 */
export function cureOfCookies(cookie) {
  return (cookie?.replace(OWN, '').length ?? 0) > MANY_COOKIES ? { 'clear-site-data': '"cookies"' } : {};
}
