import { partsOf } from '../decide-command.ts';
import { readArguments } from '../parse/arguments.ts';
import { type CommandPart, programOf } from '../parse/command-part.ts';
import { scriptRunOf } from '../parse/script-runs.ts';
import { packageTouches } from '../programs/package-touches.ts';
import { PROGRAM_TABLE } from '../programs/program-table.ts';

const MAKES_NOTHING: ReadonlySet<string> = new Set(
  'cd echo printf true false : sleep pwd exit wait test [ [[ export date basename dirname seq which uname whoami kill'.split(' '),
);
const LOOKS: ReadonlySet<string> = new Set(['text', 'read', 'measure', 'list']);

/**
 * Whether a command may have written a file that no record has (in `dist`, `node_modules`, a cache): any code but that of the project's own
 * scripts, and any program that is not known to look only.
 */
export function mayMakeFiles(command: string, projectRoot: string): boolean {
  const parts = partsOf(command, [''], projectRoot);
  return typeof parts === 'string' || parts.some((part) => writesByRedirect(part) || !looksOnly(part, projectRoot));
}

/** Into a file that a program could load later. */
export function writesByRedirect({ redirects }: CommandPart): boolean {
  return redirects.some(
    ({ operator, target }) =>
      !operator.startsWith('<') && target !== null && !/^(?:\d+-?|-|\/dev\/(?:null|stdout|stderr)|[\w./-]+\.log)$/.test(target.text),
  );
}

/** Whether a program writes a file that one of its words names. */
export function writesByWord(part: CommandPart): boolean {
  const entry = PROGRAM_TABLE.get(programOf(part) ?? '');
  if (entry === undefined) return false;
  return readArguments(entry, part.words.slice(1)).uses.some(({ use, value }) => !LOOKS.has(use) && !/^\/dev\/null$|\.log$/.test(value));
}

/** Only what the project's own package.json names, as the user has it: were that changed in the run, that would count. */
export function installsAsNamed(part: CommandPart): boolean {
  const [program = '', command = '', ...flags] = part.words.map((word) => (word.kind === 'literal' ? word.value : '?'));
  const isInstall = /^(?:npm|pnpm|yarn|bun)$/.test(program) && /^(?:install|i|ci|clean-install)$/.test(command);
  return isInstall && flags.every((flag) => PLAIN_FLAG.test(flag));
}

const PLAIN_FLAG =
  /^(?:-s|--(?:silent|quiet|no-audit|no-fund|no-progress|prefer-offline|offline|frozen-lockfile|immutable|legacy-peer-deps|ignore-scripts|loglevel=\w+))$/;

function looksOnly(part: CommandPart, projectRoot: string): boolean {
  if (part.isGrammar === true || part.words.length === 0 || part.wraps || scriptRunOf(part, projectRoot) !== null) return true;
  const program = programOf(part);
  if (program === null) return false;
  if (MAKES_NOTHING.has(program)) return true;
  if (packageTouches(part, false)?.kind === 'look' || installsAsNamed(part)) return true;
  if (program === 'find' && part.words.some(({ text }) => /^-(?:exec|ok|fprint|fls|delete)/.test(text))) return false;
  const entry = PROGRAM_TABLE.get(program);
  if (entry === undefined) return false;
  const { uses, asks } = readArguments(entry, part.words.slice(1));
  return asks === null && uses.every(({ use }) => LOOKS.has(use));
}
