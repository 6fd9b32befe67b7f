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

/** One name of each kind that a pattern such as `.e*` may stand for. */
const SECRET_SAMPLES = [
  '.env',
  '.env.local',
  '.env.production',
  '.envrc',
  '.npmrc',
  '.netrc',
  '.git-credentials',
  '.ssh',
  '.aws',
  'id_rsa',
  'server.pem',
  'server.key',
  'prod.env',
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

/** Whether a name pattern, given as the source of a regular expression, may stand for a secret. A lone `*` matches no hidden name. */
export function mayMatchSecret(segment: string): boolean {
  if (segment === '.*' || segment === '') return false;
  const pattern = new RegExp(`^(?:${segment})$`, 'i');
  const isHidden = segment.startsWith('\\.') || !segment.startsWith('.*');
  return SECRET_SAMPLES.some((name) => (isHidden || !name.startsWith('.')) && pattern.test(name));
}

const PROTECTED_FOLDERS: ReadonlyMap<string, string> = new Map([
  ['.git', "it changes git's own files, where hooks can run programs"],
  ['.husky', 'it changes a git hook, which runs programs'],
  ['.devonz', "it changes Devonz' own settings"],
  ['.vscode', 'it changes the settings of an editor, which can run programs'],
  ['.idea', 'it changes the settings of an editor, which can run programs'],
  ['.github', 'it changes what runs on the server of the repository'],
  ['.yarn', 'it changes the package manager itself'],
  ['node_modules', 'it changes an installed package'],
]);

const PROTECTED_FILES: ReadonlyMap<string, string> = new Map([
  ['agents.md', "it changes the agent's own rules"],
  ['.gitattributes', 'it changes which programs git runs'],
  ['.gitmodules', 'it changes which programs git runs'],
  ['.gitconfig', 'it changes which programs git runs'],
  ['.pnpmfile.cjs', 'it changes what an installation runs'],
  ['.bashrc', 'it changes what a shell runs when it starts'],
  ['.bash_profile', 'it changes what a shell runs when it starts'],
  ['.profile', 'it changes what a shell runs when it starts'],
  ['.zshrc', 'it changes what a shell runs when it starts'],
]);

/** Why a change of this file asks even where changes are auto-approved; null when it does not. */
export function protectionOf(path: string): string | null {
  const segments = path.toLowerCase().split('/');
  for (const [folder, why] of PROTECTED_FOLDERS) if (segments.includes(folder)) return why;
  return PROTECTED_FILES.get(segments.at(-1) ?? '') ?? (isSecretPath(path) ? 'the file may hold keys or passwords' : null);
}
