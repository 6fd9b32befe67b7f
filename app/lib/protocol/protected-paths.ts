import { isSecretPath } from './secret-path.ts';

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
  ['head', 'git would take its folder for a repository, whose settings can run programs'],
  ['.gitconfig', 'it changes which programs git runs'],
  ['.pnpmfile.cjs', 'it changes what an installation runs'],
  ['.pnp.cjs', 'it changes what runs with every program of the project'],
  ['bunfig.toml', 'it changes what runs with every program of the project'],
  ['lefthook.yml', 'it changes a git hook, which runs programs'],
  ['.pre-commit-config.yaml', 'it changes a git hook, which runs programs'],
  ['.lintstagedrc', 'it changes a git hook, which runs programs'],
  ['.lintstagedrc.json', 'it changes a git hook, which runs programs'],
  ['.huskyrc', 'it changes a git hook, which runs programs'],
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
