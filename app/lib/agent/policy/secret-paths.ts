import { isSecretPath } from '../../protocol/secret-path.ts';

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

/** Whether a name pattern of the shell, given as the source of a regular expression, may stand for a secret. A lone `*` matches no hidden name. */
export function mayMatchSecret(segment: string): boolean {
  if (segment === '.*' || segment === '') return false;
  const pattern = new RegExp(`^(?:${segment})$`, 'i');
  const isHidden = segment.startsWith('\\.') || !segment.startsWith('.*');
  return SECRET_SAMPLES.some((name) => (isHidden || !name.startsWith('.')) && pattern.test(name));
}

/** The same for a pattern as git and ripgrep read them: there `*` stands for a leading dot too. */
export function mayGlobSecret(glob: string): boolean {
  const segments = glob.split('/');
  if (segments.some(isSecretPath)) return true;
  const name = segments.at(-1) ?? '';
  if (!/[*?[{]/.test(name) || isSourcePath(glob)) return false;
  const pattern = new RegExp(`^${patternOf(name)}$`, 'i');
  return SECRET_SAMPLES.some((sample) => pattern.test(sample));
}

/** Source of a regular expression for what a segment of a glob stands for, never too narrow. */
function patternOf(segment: string): string {
  return segment.replace(/\[[^\]]*\]|\?|\{[^}]*\}|\*+|[.+^$(){}|[\]\\-]/g, (piece) => {
    if (piece === '?' || (piece.startsWith('[') && piece.length > 1)) return '.';
    return piece.startsWith('*') || (piece.startsWith('{') && piece.length > 1) ? '.*' : `\\${piece}`;
  });
}

const SOURCE_FOLDER =
  /^(?:src|app|lib|libs|tests?|__tests__|e2e|components|pages|routes|docs?|public|scripts|styles|templates|examples|node_modules)(?:\/|$)/;

/** In a folder of sources nobody keeps keys. */
export function isSourcePath(path: string): boolean {
  return SOURCE_FOLDER.test(path);
}
