import type { EndedCheck } from '../../protocol/project-facts/ended-check.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { ranNoTest, saidBy } from './check-output.ts';
import { type CommandEnd, commandLeaves, type Leaf } from './command-check.ts';

/** Words that only choose what a program does. */
const SUBCOMMAND = /^(?:run|test|check|lint|ci|build|true|false|--)$/;
const PROJECT_FLAG = /^(?:-p|--project|-c|--config|--root|--filter)(?:=(.*))?$/;
/** Signs that a program did not get as far as checking anything. */
const DID_NOT_RUN = /not found|No such file|ENOENT|npm (?:error|ERR!)|error|cannot find/i;

/** Returns the builds, type checks, lint runs and tests that a command has run to their end, and how each ended as far as its output tells. */
export function endedChecks(intent: Extract<ToolIntent, { kind: 'command' }>, end: CommandEnd, projectRoot: string): EndedCheck[] {
  if (end.status !== 'completed') return [];
  const leaves = commandLeaves(intent, projectRoot).filter(({ check }) => check !== null);
  return leaves.flatMap((leaf, index): EndedCheck[] => {
    if (leaf.check === null) return [];
    const hasPassed = hasPassedIn(leaf, { ...end, isAlone: leaves.length === 1, mayBeQuiet: !/2>(?!\s*&1)/.test(intent.command) });
    // After a failure, programs behind `&&` may not have run.
    const isWhole = index === 0 && !leaf.isHidden && leaf.filter === 'none' && saidBy(end.output) === 'failed';
    return [{ kind: leaf.check.kind, ...subjectOf(leaf), hasPassed, isWhole }];
  });
}

function hasPassedIn(
  { check, exit, filter, isHidden }: Leaf,
  { exitCode, output, isAlone, mayBeQuiet }: CommandEnd & { isAlone: boolean; mayBeQuiet: boolean },
): boolean {
  if (check?.kind === 'test' && ranNoTest(output)) return false;
  if (exit === 'own') return exitCode === 0;
  if (isHidden || filter === 'search') return false;
  const said = isAlone && filter !== 'errors' ? saidBy(output) : null;
  if (said !== null) return said === 'passed';
  // A type checker prints each error and is silent otherwise.
  return check?.kind === 'types' && mayBeQuiet && !DID_NOT_RUN.test(output);
}

/** Returns the subject of a check: two runs with the same are runs of the same check, whatever their flags and pipes. */
function subjectOf({ words: [program = '', ...words] }: Leaf): Pick<EndedCheck, 'program' | 'project' | 'operands'> {
  let project = '';
  const operands: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const flag = PROJECT_FLAG.exec(word);
    if (flag !== null) project = flag[1] ?? words[++index] ?? '';
    else if (!word.startsWith('-') && !SUBCOMMAND.test(word)) operands.push(word);
  }
  return { program: program.replace(/^.*\//, ''), project: project.replace(/^(?:\.\/)?(?:tsconfig\.json)?$/, ''), operands };
}
