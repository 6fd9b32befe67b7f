import type { Statement } from 'unbash';
import { readArguments } from '../parse/arguments.ts';
import { type CommandPart, programOf } from '../parse/command-part.ts';
import { parseCommand } from '../parse/parse-command.ts';
import { lookOf } from '../programs/only-looks.ts';
import { PROGRAM_TABLE } from '../programs/program-table.ts';

const FILTERS = new Set('cat tac nl head tail wc fold cut rev sort uniq sed tr grep egrep fgrep column strings'.split(' '));
const PRINTERS = new Set(['echo', 'printf', 'true']);
/** With these flags, a filter reads its folder. */
const RECURSIVE = ['r', 'R', 'recursive', 'dereference-recursive'];

/**
 * Returns the parts of a line that only print: a filter after a pipe that names no file (`npm test 2>&1 | tail -40`), and `echo done`.
 * Their output is only read by a user or model and is not passed to another program. That excludes `echo x | node` and anything in a group
 * or loop.
 */
export function printingParts(command: string, parts: readonly CommandPart[], hasFileWall: boolean): ReadonlySet<CommandPart> {
  const parsed = parseCommand(command);
  if (parsed.status === 'opaque' || !parsed.script.commands.every(isPlain)) return new Set();
  const found = new Set<CommandPart>();
  // From the end, because the parts after a part decide who gets its output.
  for (const part of parts.toReversed()) {
    const line = part.pipeline === 0 ? [part] : parts.filter(({ pipeline }) => pipeline === part.pipeline);
    const at = line.indexOf(part);
    if (line.slice(at + 1).every((next) => found.has(next)) && printsOnly(part, at === 0, hasFileWall)) found.add(part);
  }
  // If every part only prints, returns none: on their own, they do not show anything existing.
  return found.size === parts.length ? new Set() : found;
}

function printsOnly(part: CommandPart, isFirst: boolean, hasFileWall: boolean): boolean {
  const program = programOf(part) ?? '';
  const isPrinter = PRINTERS.has(program);
  const entry = PROGRAM_TABLE.get(program);
  if (entry === undefined || (!isPrinter && (isFirst || !FILTERS.has(program)))) return false;
  if (part.within !== null || part.wrapper !== undefined || part.wraps || part.redirects.some(({ operator }) => operator.startsWith('<')))
    return false;
  const { uses, flags } = readArguments(entry, part.words.slice(1));
  return lookOf(part, hasFileWall) !== 'more' && uses.every(({ use }) => use === 'text') && !RECURSIVE.some((flag) => flags.has(flag));
}

/** Returns true for consecutive pipelines of commands without groups, conditions, loops or definitions. */
function isPlain({ command }: Pick<Statement, 'command'>): boolean {
  switch (command.type) {
    case 'Command':
      return true;
    case 'Pipeline':
      return command.prefixes.length === 0 && command.commands.every((one) => one.type === 'Command');
    case 'AndOr':
      return command.commands.every((one) => isPlain({ command: one }));
    default:
      return false;
  }
}
