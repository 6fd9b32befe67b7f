import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { ScriptRun } from '../../contract/script-run.ts';
import { readArguments } from '../parse/arguments.ts';
import { type CommandPart, programOf, roughWordsOf } from '../parse/command-part.ts';
import { CHANGING_PROGRAMS } from './changing-programs.ts';
import { INTERPRETERS } from './interpreter-table.ts';
import { packageCommandKind } from './package-table.ts';
import { PLAIN_PROGRAMS } from './plain-programs.ts';
import { READING_PROGRAMS } from './reading-programs.ts';
import { SEARCHING_PROGRAMS } from './searching-programs.ts';
import { writesByRedirect } from './writes-by-redirect.ts';

const namesOf = (programs: readonly (readonly [string, unknown])[]): ReadonlySet<string> => new Set(programs.map(([name]) => name));
const CHANGING = namesOf(CHANGING_PROGRAMS);
const READING = namesOf([...READING_PROGRAMS, ...SEARCHING_PROGRAMS]);
const PLAIN = namesOf(PLAIN_PROGRAMS);
const READING_ENTRIES = new Map([...READING_PROGRAMS, ...SEARCHING_PROGRAMS]);
const WRITING_USES: ReadonlySet<string> = new Set(['write', 'create', 'remove']);

/** Returns what matters for the answer to a command that no rule and no setting allows. `run` is the script that it runs. */
export function whyCommandAsks(part: CommandPart, run: ScriptRun | null): Reason {
  const program = programOf(part);
  if (program === null) return because('no rule allows it');
  switch (packageCommandKind(program, roughWordsOf(part).slice(1))) {
    case 'install':
      return because('it uses the network; packages may run scripts');
    case 'remove':
      return because('it changes the installed packages; packages may run scripts');
    case 'look':
      return because('it asks about packages, maybe over the network; no rule allows it');
    case 'init':
      return because('it writes a package.json');
    default:
  }
  if (run !== null)
    return run.runner === 'make'
      ? because('it runs targets of the Makefile; no rule allows it')
      : because('it runs the project’s script {name}; no rule allows it', { name: run.name });
  if (program === 'git') return because('it works with the git repository; no rule allows it');
  if (INTERPRETERS.has(program)) return because('it runs code that can do what the project’s programs can; no rule allows it');
  if (CHANGING.has(program) || writesByRedirect(part) || writesItself(program, part)) return because('it makes, changes or removes files');
  if (READING.has(program)) return because('it only reads, but no rule allows it');
  if (PLAIN.has(program)) return because('it touches no file, but no rule allows it');
  return because('it runs {program}, and no rule allows it', { program });
}

/** Programs that read may write, too: `sed -i` its operands, `sort -o` what it names. */
function writesItself(program: string, part: CommandPart): boolean {
  const entry = READING_ENTRIES.get(program);
  if (entry === undefined) return false;
  const { flags, uses } = readArguments(entry, part.words.slice(1));
  return (/sed$/.test(program) && (flags.has('i') || flags.has('in-place'))) || uses.some(({ use }) => WRITING_USES.has(use));
}
