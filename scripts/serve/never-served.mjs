/**
 * Globs, in any folder, of the checkout's files that Vite's dev server refuses under any address. Vite's own list comes
 * first, because this list replaces it.
 */
export const NEVER_SERVED = [
  ...['.env', '.env.*', '*.{crt,pem}', '**/.git/**'],
  // Keys of models and of deployments, and the secrets that a local server stores.
  ...['.dev.vars', '.dev.vars.*', '*.local', '**/.wrangler/**'],
  // Other keys, registry tokens, and the file in which earlier versions stored the key of this computer.
  ...['*.key', '*.{p12,pfx}', '.npmrc', '.netrc', 'id_{rsa,dsa,ecdsa,ed25519}', '.own-computer.*', '.session-secret.*'],
];
