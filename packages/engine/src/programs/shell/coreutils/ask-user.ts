import type { CommandContext } from './command.ts';
import { readAnswer } from './read-answer.ts';

/** Asks on standard error and reads one line of standard input. Only what begins with y or Y is a yes; the end of input is a no. */
export async function askUser({ name, stdin, stdout, stderr }: CommandContext, question: string): Promise<boolean> {
  await stdout.flush();
  await stderr.write(`${name}: ${question} `);
  await stderr.flush();
  return /^y/i.test(await readAnswer(stdin));
}
