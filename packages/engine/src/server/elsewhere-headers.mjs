/**
 * Of answers that belong to none of the three origins: a name that is not ours, an address that leads elsewhere, a request that is none.
 * They hold a sentence at most. Plain JavaScript, since the local server's front (scripts/serve/front-server.mjs) answers with them too.
 */
export const ELSEWHERE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
