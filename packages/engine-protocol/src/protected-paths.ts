import { nameSource } from './name-pattern.ts';
import { isSecretPath } from './secret-path.ts';

export interface ProtectedName {
  /** In the language of `name-pattern`. */
  pattern: string;
  why: string;
}

const HOOK = 'it changes a git hook, which runs programs';
const EDITOR = 'it changes the settings of an editor, which can run programs';
const AGENT = 'it changes the settings of another agent, which can run programs';
const SERVER = 'it changes what runs on the server of the repository';
const DEPLOYMENT = 'it changes what runs on its own once the project is pushed';
const GIT = 'it changes which programs git runs';
const SHELL = 'it changes what a shell runs when it starts';

const named = (why: string, patterns: string): ProtectedName[] => patterns.split(' ').map((pattern) => ({ pattern, why }));

/** Everything in a folder of such a name is protected, and so is the folder. */
export const PROTECTED_FOLDERS: readonly ProtectedName[] = [
  ...named("it changes git's own files, where hooks can run programs", '.git'),
  ...named('it changes a git hook, which runs programs', '.husky'),
  ...named("it changes Devonz' own settings", '.devonz'),
  ...named(EDITOR, '.vscode .idea .fleet .zed .devcontainer'),
  ...named(AGENT, '.claude .cursor'),
  ...named(SERVER, '.github .gitlab .circleci .buildkite .woodpecker .gitea .forgejo .semaphore .teamcity'),
  ...named('it changes the package manager itself', '.yarn'),
  ...named('it changes an installed package', 'node_modules'),
];

export const PROTECTED_FILES: readonly ProtectedName[] = [
  ...named("it changes the agent's own rules", 'agents.md'),
  ...named('git would take its folder for a repository, whose settings can run programs', 'head'),
  ...named(GIT, '.gitattributes .gitmodules .gitconfig'),
  ...named('it changes what an installation runs', '.pnpmfile.cjs .pnpmfile.mjs pnpmfile.js'),
  ...named('it changes what runs with every program of the project', '.pnp.cjs .pnp.js .pnp.loader.mjs bunfig.toml'),
  ...named(
    HOOK,
    'lefthook.* .lefthook.* lefthook-local.* .lefthook-local.* .pre-commit-config.* .lintstagedrc* lint-staged.config.* .huskyrc* husky.config.* .simple-git-hooks.* simple-git-hooks.* .overcommit.yml',
  ),
  ...named(EDITOR, '.devcontainer.json *.code-workspace .exrc .vimrc .nvimrc .nvim.lua .dir-locals.el'),
  ...named(AGENT, '.mcp.json'),
  ...named(
    SERVER,
    '.gitlab-ci.* .travis.yml .travis.yaml .drone.yml .drone.yaml .drone.star .drone.jsonnet .woodpecker.* .cirrus.yml .cirrus.star .appveyor.yml appveyor.yml azure-pipelines* bitbucket-pipelines.* jenkinsfile* codemagic.yaml cloudbuild.yaml cloudbuild.yml buildspec.yml buildspec.yaml .build.yml wercker.yml .wercker.yml .scrutinizer.yml',
  ),
  ...named(DEPLOYMENT, 'netlify.toml vercel.json render.yaml amplify.yml .platform.app.yaml'),
  ...named(SHELL, '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .inputrc'),
];

interface Matcher {
  names: ReadonlyMap<string, string>;
  patterns: readonly { pattern: RegExp; why: string }[];
}

function matcher(table: readonly ProtectedName[]): Matcher {
  const isPlain = ({ pattern }: ProtectedName) => !/[*[]/.test(pattern);
  return {
    names: new Map(table.filter(isPlain).map(({ pattern, why }) => [pattern, why])),
    patterns: table
      .filter((entry) => !isPlain(entry))
      .map(({ pattern, why }) => ({ pattern: new RegExp(`^${nameSource(pattern)}$`, 'iu'), why })),
  };
}

const FOLDERS = matcher(PROTECTED_FOLDERS);
const FILES = matcher(PROTECTED_FILES);

function found({ names, patterns }: Matcher, segment: string): string | null {
  return names.get(segment) ?? patterns.find(({ pattern }) => pattern.test(segment))?.why ?? null;
}

/** Why a change of this file asks even where changes are auto-approved; null when it does not. */
export function protectionOf(path: string): string | null {
  const segments = path.toLowerCase().split('/');
  for (const segment of segments) {
    const why = found(FOLDERS, segment);
    if (why !== null) return why;
  }
  return found(FILES, segments.at(-1) ?? '') ?? (isSecretPath(path) ? 'the file may hold keys or passwords' : null);
}
