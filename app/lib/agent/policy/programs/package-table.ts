import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { installedPrograms } from './installed-programs.ts';
import { type Judging, judgeUse, UNKNOWN } from './judge-use.ts';
import { riskyFlag } from './risky-flag.ts';

/** The effect of a package manager's command. */
type Kind = 'script' | 'named-script' | 'install' | 'remove' | 'look' | 'init';

export const PACKAGE_MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'cnpm', 'bun']);

const KINDS: ReadonlyMap<string, Kind> = new Map(
  (
    [
      ['script', 'test t tst start stop restart'],
      ['named-script', 'run run-script rum urn'],
      ['install', 'install i in ins inst isntall add ci clean-install install-clean it install-test cit up update upgrade'],
      ['remove', 'uninstall un remove rm r unlink-none prune dedupe ddp rebuild rb import'],
      [
        'look',
        'ls list ll la outdated why explain view info show v search find fund root prefix bin audit licenses query sbom help help-search version-none -v --version -h --help',
      ],
      ['init', 'init'],
    ] as const
  ).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
);

/** Commands of yarn, pnpm and bun that are not project scripts, and that reach outside or run unseen code. */
const ASKING =
  /^(?:dlx|x|exec|node|create|global|config|c|publish|npm|login|logout|adduser|link|unlink|ln|policies|set|plugin|patch|patch-commit|patch-remove|pack|pkg|access|owner|token|team|org|hook|profile|whoami|deprecate|undeprecate|unpublish|dist-tag|tag|star|unstar|stars|cache|store|server|env|deploy|setup|self-update|fetch|doctor|version|upgrade-interactive|workspace|workspaces|workspaces-info|explore|edit|docs|home|bugs|repo|issues|set-script|shrinkwrap|completion|stage|constraints|rebase|unplug|repl|build-binary|pm|discord|feedback|approve-builds|ignored-builds|cat-file|cat-index|find-hash)$/;

/** Flags that only affect verbosity, or which of the project's own packages are meant. */
const PLAIN_FLAG =
  /^(?:--silent|-s|--quiet|-q|--if-present|--workspaces|--ws|-ws|--include-workspace-root|--no-audit|--no-fund|--no-progress|--no-color|--color|--loglevel=\w+|--verbose|-d|--json|--long|-l|--all|-a|--depth=\d+|-r|--recursive|--parallel|--stream|-w|--workspace-root)$/;
const VALUE_FLAG = /^(?:--workspace|--filter|-F|--loglevel|--depth)$/;
const INSTALL_FLAG =
  /^(?:-D|-E|-P|-O|-S|-T|--save|--save-dev|--save-exact|--save-optional|--save-prod|--save-peer|--dev|--exact|--production|--omit=\w+|--include=\w+|--only=\w+|--prefer-offline|--offline|--frozen-lockfile|--no-frozen-lockfile|--immutable|--legacy-peer-deps|--no-save|--no-package-lock|--package-lock-only|--dry-run|--no-optional|--prefer-dedupe|--ignore-scripts|--latest|-L|--peer)$/;
const PACKAGE = /^(?:@[a-z0-9._~-]+\/)?[a-z0-9_~-][a-z0-9._~-]*(?:@[\w.^~<>=*|+-]+)?$/i;

/**
 * Usual names of project scripts, and the one tool that most projects have. Any other name may be no script, so that a package of that name
 * would be downloaded and run.
 */
const LOCAL_NAMES: ReadonlySet<string> = new Set(
  'build dev develop serve server-dev start stop restart preview watch test tests unit e2e integration coverage cov bench lint format fmt check check-types typecheck type-check types tsc ci clean generate gen codegen docs storybook fix validate verify prepare preinstall postinstall pretest posttest prebuild postbuild compile bundle analyze deploy publish release'.split(
    ' ',
  ),
);

/** Returns true for a name that no package can have, or that projects usually give to a script. */
export function isLocalName(name: string): boolean {
  return LOCAL_NAMES.has(name) || /^[\w.-]+(?::[\w.-]+)+$/.test(name) || LOCAL_NAMES.has(name.replace(/[-_.].*$/, ''));
}

/** Returns true if an installed package is known to have a program of that name, wherever the command may run. */
function isInstalled(name: string, judging: Judging): boolean {
  return installedPrograms(name, judging) !== null;
}

/** Returns true if the word is not a command but the value of the flag before it, which selects a package of the project. */
export function isValueOfFlag(program: string, before: string | undefined): boolean {
  return program === 'pnpm' && before !== undefined && VALUE_FLAG.test(before);
}

/** Returns the effect of a package manager command; null if it is unknown or not one. `words` follow the program. */
export function packageCommandKind(program: string, words: readonly string[]): Kind | null {
  if (!PACKAGE_MANAGERS.has(program)) return null;
  const command = words.find((word, at) => !word.startsWith('-') && !isValueOfFlag(program, words[at - 1]));
  // `yarn` alone installs.
  if (command === undefined) return program === 'yarn' && words.length === 0 ? 'install' : null;
  return kindOf(program, command);
}

/** Judges commands of npm, pnpm, yarn and bun. */
export function judgePackageManager(program: string, words: readonly ShellWord[], judging: Judging): Reason | null {
  let at = 0;
  for (; at < words.length && words[at]?.text.startsWith('-') === true; at++) {
    const flag = words[at]?.text ?? '';
    if (KINDS.get(flag) === 'look') return words.length === 1 ? null : because('its flags change what runs');
    if (VALUE_FLAG.test(flag) && program === 'pnpm') at++;
    else if (!PLAIN_FLAG.test(flag) || (program === 'bun' && flag !== '--silent'))
      return because('its flag {flag} can change what runs', { flag });
  }
  const command = words[at];
  if (command === undefined) return program === 'yarn' || words.length === 0 ? null : because('its flags change what runs');
  if (command.kind !== 'literal') return UNKNOWN;
  const rest = words.slice(at + 1);
  if (program === 'bun' && /[/.]/.test(command.value)) {
    // Bun also runs files this way, including shell scripts.
    if (!/\.[cm]?[jt]sx?$/.test(command.value)) return because('it runs a file that is no script of JavaScript');
    return judgeUse('read', command, command.value, judging) ?? judgeScript(program, rest, judging);
  }
  const kind = kindOf(program, command.value);
  switch (kind) {
    case null:
      return because('{command} of a package manager reaches outside or runs other programs', { command: command.value });
    case 'install':
    case 'remove':
      return judgePackages(rest);
    case 'look':
      return judgeLook(command.value, rest, judging);
    case 'init':
      return rest.length > 0 && rest.every(({ text }) => /^(?:-y|--yes)$/.test(text)) ? null : because('it downloads and runs a package');
    case 'script':
      if (
        program !== 'npm' &&
        !KINDS.has(command.value) &&
        !(judging.isOwnScript ?? isLocalName(command.value)) &&
        !isInstalled(command.value, judging)
      )
        return because('{name} may be no script of the project: then a package of that name is downloaded and run', {
          name: command.value,
        });
      return judgeScript(program, rest, judging);
    case 'named-script':
      return judgeNamedScript(program, rest, judging);
  }
}

function kindOf(program: string, command: string): Kind | null {
  if (ASKING.test(command) || (program === 'bun' && command === 'upgrade')) return null;
  const kind = KINDS.get(command);
  if (kind !== undefined) return program !== 'npm' && /^(?:version-none|rb|urn|rum)$/.test(command) ? 'script' : kind;
  // npm also accepts abbreviated commands; the others run a script of that name.
  return program !== 'npm' && /^[\w:.-]+$/.test(command) ? 'script' : null;
}

function judgePackages(words: readonly ShellWord[]): Reason | null {
  for (const word of words) {
    if (word.kind !== 'literal') return UNKNOWN;
    const { value } = word;
    const isPlain = value.startsWith('-')
      ? INSTALL_FLAG.test(value) || PLAIN_FLAG.test(value)
      : PACKAGE.test(value) && !/\.t(?:ar\.)?gz$/i.test(value);
    if (!isPlain) return because('{name} is not a plain package of the registry', { name: value });
  }
  return null;
}

function judgeLook(command: string, words: readonly ShellWord[], judging: Judging): Reason | null {
  for (const word of words) {
    if (word.kind !== 'literal') return UNKNOWN;
    if (command === 'audit' && !/^(?:fix|--json|--production|--omit=\w+|--audit-level=\w+|signatures)$/.test(word.value))
      return because('{word} is not known here', { word: word.value });
    if (
      word.value.startsWith('-') &&
      !PLAIN_FLAG.test(word.value) &&
      !/^--(?:prod|production|dev|omit=\w+|depth|parseable)$|^-[gp]$/.test(word.value)
    )
      return because('its flag {flag} can change where it looks', { flag: word.value });
    const why = word.value.startsWith('-') ? null : judgeUse('any', word, word.value, judging);
    if (why !== null) return why;
  }
  return null;
}

function judgeNamedScript(program: string, words: readonly ShellWord[], judging: Judging): Reason | null {
  let at = 0;
  for (; words[at]?.text.startsWith('-') === true; at++)
    if (!PLAIN_FLAG.test(words[at]?.text ?? '')) return because('its flags change what runs');
  const name = words[at];
  if (name === undefined) return null;
  if (name.kind !== 'literal') return UNKNOWN;
  if (name.value === 'env') return because('it prints the environment, which may hold keys');
  if (program === 'bun' && judgeUse('read', name, name.value, judging) !== null) return because('it runs a file outside the project');
  return judgeScript(program, words.slice(at + 1), judging);
}

/** Words before `--` are npm's own, those after it the script's; the other managers pass all of them to the script. */
function judgeScript(program: string, words: readonly ShellWord[], judging: Judging): Reason | null {
  const dashes = words.findIndex((word) => word.text === '--');
  for (const [index, word] of words.entries()) {
    if (word.kind === 'unknown') return UNKNOWN;
    if (index === dashes) continue;
    const isOwn = program === 'npm' && (dashes === -1 || index < dashes);
    if (
      isOwn &&
      word.value.startsWith('-') &&
      !PLAIN_FLAG.test(word.value) &&
      !/^(?:--watch|--watch=false|--run|--coverage|-w|--workspace=[\w@/.-]+|-t|--port|--host|--fix|-u)$/.test(word.value)
    )
      return because('its flag {flag} can change what runs', { flag: word.value });
    const why = riskyFlag(word.value, words[index + 1]?.text) ?? judgeUse('any', word, word.value, judging);
    if (why !== null) return why;
  }
  return null;
}
