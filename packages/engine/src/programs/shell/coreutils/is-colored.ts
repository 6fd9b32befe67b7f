import type { CommandContext } from './command.ts';
import { CommandError } from './command.ts';

const WHEN = new Map([
  ...['always', 'yes', 'force', 'ansi'].map((word) => [word, 'always'] as const),
  ...['never', 'no', 'none'].map((word) => [word, 'never'] as const),
  ...['auto', 'tty', 'if-tty'].map((word) => [word, 'auto'] as const),
]);

/**
 * Returns whether a program writes colours, given the value of its `--color`. `auto` means on a terminal that supports colours.
 *
 * @throws CommandError (exit code 2) for an unknown value
 */
export function isColored({ name, env, stdout }: CommandContext, word: string): boolean {
  const when = WHEN.get(word);
  if (when === undefined) {
    const message = `invalid argument '${word}' for '--color'; it takes always, never or auto`;
    throw new CommandError(`${message}\nTry '${name} --help' for more information.`, 2);
  }
  return when === 'always' || (when === 'auto' && stdout.isTerminal && env.get('TERM') !== 'dumb');
}
