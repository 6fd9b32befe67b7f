import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { ReadArguments } from '../parse/arguments.ts';

/** An awk program can run commands, write files and read the environment, but only if it contains one of the words for that. */
export function checkAwk({ operands, uses }: ReadArguments): Reason | null {
  const program = operands[0];
  if (program?.kind !== 'literal') return because('its program is only known when it runs');
  const text = program.value.replace(/\|\|/g, ' ');
  if (/\b(?:system|getline|ENVIRON|PROCINFO|close|fflush|ARGV|FUNCTAB|SYMTAB|@?load|include|extension)\b|[|@]/.test(text))
    return because('its program can run commands');
  // `>` is a redirection only after `print`; before it, it compares.
  if (/print[\s\S]*>/.test(text)) return because('its program can write files');
  return uses.some(({ value, use }) => use === 'read' && /^\w+=/.test(value)) ? because('its program can read other files') : null;
}
