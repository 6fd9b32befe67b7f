import type { CommandContext } from './command.ts';
import { readAnswer } from './read-answer.ts';

/**
 * Asks on standard error and reads one line of standard input. An answer that begins with y or Y is yes; everything else, and end of input,
 * is no.
 */
export async function askUser({ name, stdin, stdout, stderr }: CommandContext, question: string): Promise<boolean> {
  await stdout.flush();
  await stderr.write(`${name}: ${question} `);
  await stderr.flush();
  return /^y/i.test(await readAnswer(stdin));
}
