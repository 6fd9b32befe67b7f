/**
 * Files of the checkout that Vite's dev server, which serves the rest of it, refuses under any address; as globs, in any folder. Vite's own list
 * comes first, because a list of ours takes its place.
 */
export const NEVER_SERVED = [
  ...['.env', '.env.*', '*.{crt,pem}', '**/.git/**'],
  // Keys of models and of deployments, and what a local server keeps for itself.
  ...['.dev.vars', '.dev.vars.*', '*.local', '**/.wrangler/**'],
  // Keys of whatever sort, tokens of registries, and the file that earlier versions kept the key of this computer in.
  ...['*.key', '*.{p12,pfx}', '.npmrc', '.netrc', 'id_{rsa,dsa,ecdsa,ed25519}', '.own-computer.*', '.session-secret.*'],
];
