const SECRET_NAMES: readonly RegExp[] = [
  /^\.env(?:[.\-_].*)?$/,
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

/** Why a change of this file asks even where changes are auto-approved; null when it does not. */
export function protectionOf(path: string): string | null {
  const segments = path.toLowerCase().split('/');
  if (segments.includes('.git')) return "it changes git's own files, where hooks can run programs";
  if (segments.includes('.husky')) return 'it changes a git hook, which runs programs';
  if (segments.includes('.devonz')) return "it changes Devonz' own settings";
  if (segments.includes('node_modules')) return 'it changes an installed package';
  if (/^agents\.md$/.test(segments.at(-1) ?? '')) return "it changes the agent's own rules";
  return isSecretPath(path) ? 'the file may hold keys or passwords' : null;
}
