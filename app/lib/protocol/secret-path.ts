const SECRET_NAMES: readonly RegExp[] = [
  /^\.env(?:[^a-z].*)?$/,
  /\.env$/,
  /^\.envrc$/,
  /^\.(?:npmrc|yarnrc|yarnrc\.yml|netrc|pypirc|git-credentials|htpasswd|pgpass)$/,
  /^\.(?:ssh|aws|gnupg|kube|docker)$/,
  /^\.dev\.vars/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|asc)$/,
  /^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|txt))?$/,
  /^service[-_]?account.*\.json$/,
];

/** A name that is only an example of a secret file. */
const EXAMPLE = /\.(?:example|sample|template|dist)$/;

/** Whether a path, relative or absolute, names something that holds keys. Case is ignored: some file systems ignore it too. */
export function isSecretPath(path: string): boolean {
  return path
    .toLowerCase()
    .split('/')
    .some((segment) => !EXAMPLE.test(segment) && SECRET_NAMES.some((pattern) => pattern.test(segment)));
}
