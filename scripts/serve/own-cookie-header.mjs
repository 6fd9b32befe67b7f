/** What the server sets itself (app/server/connections/own-cookies.server.ts). */
const OWN = /^(?:__Host-)?devonz-[\w-]+=/;
/** Ours have 6,000 at most; a preview may set as many of their names as it likes. Characters. */
const MOST = 8_000;

/**
 * Of a request's cookies those of the app, as a header: what others have set for the whole domain stays outside.
 * @param {string | undefined} header
 * @returns {string[]} name and value, or nothing
 */
export function ownCookieHeader(header) {
  const pairs = (header ?? '').split(/;\s*/).filter((pair) => OWN.test(pair));
  // Those that only we can have set are first.
  const ordered = [...pairs.filter((pair) => pair.startsWith('__Host-')), ...pairs.filter((pair) => !pair.startsWith('__Host-'))];
  let size = 0;
  const kept = ordered.filter((pair) => {
    size += pair.length + 2;
    return size <= MOST;
  });
  return kept.length === 0 ? [] : ['cookie', kept.join('; ')];
}
