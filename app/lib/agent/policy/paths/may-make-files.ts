import { partsOf } from '../decide-command.ts';
import { readArguments } from '../parse/arguments.ts';
import { type CommandPart, programOf, roughWordsOf } from '../parse/command-part.ts';
import { scriptRunOf } from '../parse/script-runs.ts';
import { GIT_COMMANDS } from '../programs/git-table.ts';
import type { Judging } from '../programs/judge-use.ts';
import { PACKAGE_MANAGERS, packageCommandKind } from '../programs/package-table.ts';
import { PROGRAM_TABLE } from '../programs/program-table.ts';
import { writesByRedirect } from '../programs/writes-by-redirect.ts';

const MAKES_NOTHING: ReadonlySet<string> = new Set(
  'cd echo printf true false : sleep pwd exit wait test [ [[ export date basename dirname seq which uname whoami kill'.split(' '),
);
const LOOKS: ReadonlySet<string> = new Set(['text', 'read', 'measure', 'list']);
const WRITES_IN_PLACE = ['i', 'in-place'];
/** Package manager commands that only print. All others pack, unpack, run or set something. */
const MANAGER_LOOKS =
  /^(?:(?:npm|pnpm|yarn|bun) (?:ls|list|ll|la|outdated|view|info|show|v|why|explain|search|fund|ping|root|prefix|bin|whoami|query|help|licenses|get|(?:config|c) (?:get|list|ls)|audit(?!.* (?:--)?fix(?: |$))|--version|-v|--help)|bun pm (?:ls|bin|hash))(?: |$)/;
/** Git commands that change no file of the working tree. They may change the index and refs, which nothing loads. */
const GIT_LOOKS: ReadonlySet<string> = new Set(
  'status log show diff shortlog whatchanged range-diff diff-tree diff-index diff-files reflog blame annotate describe rev-parse rev-list name-rev merge-base cherry count-objects check-ignore check-attr check-ref-format for-each-ref show-ref show-branch ls-tree ls-files version help verify-commit verify-tag grep cat-file branch tag remote worktree submodule stash config add stage'.split(
    ' ',
  ),
);
/** Neutral settings, because only the words of the program are judged here. */
const JUDGING = { place: [''], entered: [], hasFileWall: true, mayCreate: false, mayModify: false } as const;

/**
 * Returns true if a command may have written an unrecorded file (in `dist`, `node_modules`, a cache): by any code except the project's own
 * scripts, or by any program that is not known to be read-only.
 */
export function mayMakeFiles(command: string, projectRoot: string): boolean {
  const parts = partsOf(command, [''], projectRoot);
  return typeof parts === 'string' || parts.some((part) => writesByRedirect(part) || !looksOnly(part, projectRoot));
}

/** Returns true if the program writes a file named by one of its words. */
export function writesByWord(part: CommandPart): boolean {
  const entry = PROGRAM_TABLE.get(programOf(part) ?? '');
  if (entry === undefined) return false;
  return readArguments(entry, part.words.slice(1)).uses.some(({ use, value }) => !LOOKS.has(use) && !/^\/dev\/null$|\.log$/.test(value));
}

/** Returns true if the install uses only the user's version of package.json; changes to it in this run are counted separately. */
export function installsAsNamed(part: CommandPart): boolean {
  const [program = '', command = '', ...flags] = part.words.map((word) => (word.kind === 'literal' ? word.value : '?'));
  const isInstall = /^(?:npm|pnpm|yarn|bun)$/.test(program) && /^(?:install|i|ci|clean-install)$/.test(command);
  return isInstall && flags.every((flag) => PLAIN_FLAG.test(flag));
}

const PLAIN_FLAG =
  /^(?:-s|--(?:silent|quiet|no-audit|no-fund|no-progress|prefer-offline|offline|frozen-lockfile|immutable|legacy-peer-deps|ignore-scripts|loglevel=\w+))$/;

function looksOnly(part: CommandPart, projectRoot: string): boolean {
  if (part.asks !== null) return false;
  if (part.isGrammar === true || part.words.length === 0 || part.wraps || runsOwnScript(part, projectRoot)) return true;
  const program = programOf(part);
  if (program === null) return false;
  if (MAKES_NOTHING.has(program)) return true;
  const text = part.words.map((word) => (word.kind === 'literal' ? word.value : '?')).join(' ');
  if (MANAGER_LOOKS.test(text) || installsAsNamed(part)) return true;
  const judging = { ...JUDGING, projectRoot };
  if (program === 'git') return gitLooks(part, judging);
  const entry = PROGRAM_TABLE.get(program);
  if (entry === undefined) return false;
  const read = readArguments(entry, part.words.slice(1));
  if (/^g?sed$/.test(program) && WRITES_IN_PLACE.some((flag) => read.flags.has(flag))) return false;
  return read.asks === null && read.uses.every(({ use }) => LOOKS.has(use)) && (entry.check?.(read, judging) ?? null) === null;
}

/** Returns true if the part runs a project script, not something else that the package manager resolves by that name. */
function runsOwnScript(part: CommandPart, projectRoot: string): boolean {
  const [program = '', ...words] = roughWordsOf(part);
  if (scriptRunOf(part, projectRoot) === null) return false;
  if (!PACKAGE_MANAGERS.has(program) || (program === 'yarn' && words[0] === 'workspace')) return true;
  const kind = packageCommandKind(program, words);
  return (kind === 'script' || kind === 'named-script') && !(program === 'bun' && words[0] === 'build');
}

function gitLooks({ words }: CommandPart, judging: Judging): boolean {
  const [command, ...operands] = words.slice(1).filter(({ text }) => !/^(?:--no-pager|-P|--no-optional-locks)$/.test(text));
  const name = command?.kind === 'literal' ? command.value : '';
  if (/^(?:--version|--help|-v|-h)$/.test(name)) return true;
  const entry = GIT_LOOKS.has(name) ? GIT_COMMANDS.get(name) : undefined;
  if (entry === undefined) return false;
  const read = readArguments(entry, operands);
  return read.asks === null && read.uses.every(({ use }) => LOOKS.has(use)) && (entry.check?.(read, judging) ?? null) === null;
}
