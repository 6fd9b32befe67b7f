/** Characters from which on the browser is asked to delete its cookies; what guards a deployed app by cookies needs fewer. */
const MANY_COOKIES = 8 * 1024;

/**
 * Nobody here reads a cookie: so many are a preview's, set for the whole domain until no request gets through. What the answer to a
 * request with these says besides.
 * @param {string | null | undefined} cookie the request's header
 * @returns {Readonly<Record<string, string>>}
 */
export function cureOfCookies(cookie) {
  return (cookie?.length ?? 0) > MANY_COOKIES ? { 'clear-site-data': '"cookies"' } : {};
}
