import { type CommandPart, programOf, roughWordsOf } from '../parse/command-part.ts';
import type { ScriptRun } from '../parse/script-runs.ts';
import { CHANGING_PROGRAMS } from './changing-programs.ts';
import { INTERPRETERS } from './interpreter-table.ts';
import { packageCommandKind } from './package-table.ts';
import { PLAIN_PROGRAMS } from './plain-programs.ts';
import { READING_PROGRAMS } from './reading-programs.ts';
import { SEARCHING_PROGRAMS } from './searching-programs.ts';

const NO_RULE = 'no rule allows it';
const namesOf = (programs: readonly (readonly [string, unknown])[]): ReadonlySet<string> => new Set(programs.map(([name]) => name));
const CHANGING = namesOf(CHANGING_PROGRAMS);
const READING = namesOf([...READING_PROGRAMS, ...SEARCHING_PROGRAMS]);
const PLAIN = namesOf(PLAIN_PROGRAMS);

/** Of a command that asks since no rule and no setting allows it: what of it matters for the answer. `run`: the script that it runs. */
export function whyCommandAsks(part: CommandPart, run: ScriptRun | null): string {
  const program = programOf(part);
  if (program === null) return NO_RULE;
  switch (packageCommandKind(program, roughWordsOf(part).slice(1))) {
    case 'install':
      return 'it uses the network; packages may run scripts';
    case 'remove':
      return 'it changes the installed packages; packages may run scripts';
    case 'look':
      return `it asks about packages, maybe over the network; ${NO_RULE}`;
    case 'init':
      return 'it writes a package.json';
    default:
  }
  if (run !== null) return `it runs ${run.runner === 'make' ? 'targets of the Makefile' : `the project’s script ${run.name}`}; ${NO_RULE}`;
  if (program === 'git') return `it works with the git repository; ${NO_RULE}`;
  if (INTERPRETERS.has(program)) return `it runs code that can do what the project’s programs can; ${NO_RULE}`;
  if (CHANGING.has(program)) return 'it makes, changes or removes files';
  if (READING.has(program)) return `it only reads, but ${NO_RULE}`;
  if (PLAIN.has(program)) return `it touches no file, but ${NO_RULE}`;
  return `it runs ${program}, and ${NO_RULE}`;
}
