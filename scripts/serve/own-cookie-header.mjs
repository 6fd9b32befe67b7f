/** The cookies that the server sets itself (app/server/connections/own-cookies.server.ts). */
const OWN = /^(?:__Host-)?devonz-[\w-]+=/;
/**
 * The maximum length in characters. The app's cookies need at most 6,000, but a preview may set any number of cookies
 * with their names.
 */
const MOST = 8_000;

/**
 * Returns the app's own cookies of a request as a header: those set by others for the whole domain are dropped.
 * @param {string | undefined} header
 * @returns {string[]} name and value, or nothing
 */
export function ownCookieHeader(header) {
  const pairs = (header ?? '').split(/;\s*/).filter((pair) => OWN.test(pair));
  // Cookies that only the app can set come first.
  const ordered = [...pairs.filter((pair) => pair.startsWith('__Host-')), ...pairs.filter((pair) => !pair.startsWith('__Host-'))];
  let size = 0;
  const kept = ordered.filter((pair) => {
    size += pair.length + 2;
    return size <= MOST;
  });
  return kept.length === 0 ? [] : ['cookie', kept.join('; ')];
}
