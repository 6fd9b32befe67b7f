/**
 * Headers of responses that belong to none of the three origins: for an unknown host name, an address that leads elsewhere, or a malformed
 * request. They contain a sentence at most. Plain JavaScript, because the local server's front (scripts/serve/front-server.mjs) uses them
 * too.
 */
export const ELSEWHERE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
