/** Characters from which on the browser is asked to delete its cookies; what guards a deployed app by cookies needs fewer. */
const MANY_COOKIES = 8 * 1024;

/** The app's own, bounded where they are set: a browser takes the prefix from no page, and from the app's host alone. */
const OWN = /(?:^|;\s*)__Host-devonz-[^;]*/g;

/**
 * No engine reads a cookie: so many are a preview's, set for the whole domain until no request gets through. What the answer to a
 * request with these says besides.
 * @param {string | null | undefined} cookie the request's header
 * @returns {Readonly<Record<string, string>>}
 */
export function cureOfCookies(cookie) {
  return (cookie?.replace(OWN, '').length ?? 0) > MANY_COOKIES ? { 'clear-site-data': '"cookies"' } : {};
}
