import { nameSource } from 'devonz-engine-protocol/name-pattern';
import { isSecretPath } from 'devonz-engine-protocol/secret-path';

/** A file or folder of the user's own, in the syntax of `name-pattern`, in lower case. */
export interface PrivatePath {
  readonly segments: readonly string[];
  /** Below a home folder; the same, and in any folder below it, such as one with copies of settings; or below `/`. */
  readonly where: 'home' | 'anywhere' | 'root';
}

const rows = (where: PrivatePath['where'], patterns: string): PrivatePath[] =>
  patterns
    .trim()
    .split(/\s+/)
    .map((pattern) => ({ segments: pattern.replaceAll('%20', ' ').split('/'), where }));

/**
 * The one list of what users keep for themselves on a machine: keys, sessions of browsers and tools, histories. The policy blocks
 * commands that name them, and a machine's folder is listed, watched, searched and recorded without them. Each is also a secret name, so
 * that a tool that gets its path asks.
 */
export const PRIVATE_PATHS: readonly PrivatePath[] = [
  ...rows('anywhere', '.ssh .gnupg .aws .password-store .mozilla .thunderbird .pki .local/share/keyrings .local/share/kwalletd'),
  ...rows(
    'anywhere',
    '.config/gh .config/hub .config/gcloud .config/op .config/rclone .config/keepassxc .config/glab-cli library/keychains',
  ),
  ...rows(
    'anywhere',
    '.config/google-chrome* .config/chromium .config/bravesoftware .config/microsoft-edge* .config/vivaldi .config/opera',
  ),
  ...rows('anywhere', 'library/application%20support/google/chrome library/application%20support/firefox snap/firefox snap/chromium'),
  ...rows('home', '.azure .kube .docker/config.json .config/doctl .config/heroku .config/signal .config/slack .config/discord'),
  ...rows('home', '.netrc .pgpass .my.cnf .mylogin.cnf .git-credentials .config/git/credentials .git-credential-cache .npmrc .yarnrc.yml'),
  ...rows('home', '.pypirc .vault-token .cargo/credentials .cargo/credentials.toml .gem/credentials .m2/settings.xml .codex/auth.json'),
  ...rows('home', '.env .env[!a-z]* .envrc .*_history .lesshst .viminfo .iceauthority .xauthority .local/share/fish/fish_history'),
  ...rows('root', 'proc/*/environ proc/*/task/*/environ run/user/*/keyring run/user/*/gnupg'),
];

const CHECKED = PRIVATE_PATHS.map(({ segments, where }) => ({
  where,
  segments: segments.map((segment) => new RegExp(`^${nameSource(segment)}$`, 'iu')),
}));

/** Returns the segments of a path below a home folder, of this user or another; null if it is elsewhere. */
export function segmentsInHome(segments: readonly string[], home: string): readonly string[] | null {
  const own = segmentsOf(home);
  if (own.every((segment, index) => segments[index] === segment)) return segments.slice(own.length);
  if (segments[0] === 'root') return segments.slice(1);
  return segments.length > 1 && /^(?:home|Users)$/.test(segments[0] ?? '') ? segments.slice(2) : null;
}

/** Returns whether an absolute path of a machine is one of these, or is below one. */
export function isPrivatePath(path: string, home: string): boolean {
  const segments = segmentsOf(path);
  const inHome = segmentsInHome(segments, home);
  const isBelow = (from: readonly string[], names: readonly RegExp[], at = 0) =>
    names.every((name, index) => name.test(from[at + index] ?? ''));
  const isListed = CHECKED.some(({ where, segments: names }) => {
    if (where === 'root') return isBelow(segments, names);
    if (where === 'anywhere') return segments.some((_, at) => isBelow(segments, names, at));
    return inHome !== null && isBelow(inHome, names);
  });
  // An example of such a file is no secret.
  return isListed && isSecretPath(path);
}

/** Returns whether an absolute path is a folder that may hold one of these, or is one: it cannot be removed as a whole unseen. */
export function mayHoldPrivate(path: string, home: string): boolean {
  const segments = segmentsOf(path);
  const above = `${segments.map((segment) => `/${segment}`).join('')}/`;
  const inHome = segmentsInHome(segments, home);
  if (isPrivatePath(path, home) || `${home}/`.startsWith(above)) return true;
  return inHome !== null && CHECKED.some(({ segments: names }) => names.length > inHome.length && fits(inHome, names));
}

function fits(segments: readonly string[], names: readonly RegExp[]): boolean {
  return segments.every((segment, index) => names[index]?.test(segment) === true);
}

/** Returns the names of a path, without `.` and with `..` resolved. */
export function segmentsOf(path: string): readonly string[] {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return kept;
}
