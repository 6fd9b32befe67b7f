import type { Command } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

/** Implements `factor` by trial division; numbers beyond 2^64 may take long. */
export const factor: Command = async (context) => {
  const { operands: args } = parseOptions(context, {});
  const { signal, stdin, stdout, stderr } = context;
  let exitCode = 0;
  const show = async (word: string) => {
    if (!/^\+?\d+$/.test(word)) {
      await stderr.writeLine(`factor: '${word}' is not a valid positive integer`);
      exitCode = 1;
      return;
    }
    const factors: bigint[] = [];
    for await (const prime of primeFactors(BigInt(word), signal)) factors.push(prime);
    await stdout.writeLine([`${BigInt(word)}:`, ...factors].join(' '));
  };
  for (const word of args) await show(word);
  if (args.length === 0)
    for await (const line of stdin.lines()) for (const word of line.trim().split(/\s+/)) if (word !== '') await show(word);
  return exitCode;
};

async function* primeFactors(number: bigint, signal: AbortSignal): AsyncGenerator<bigint, void, undefined> {
  let rest = number;
  let turns = 0;
  for (let divisor = 2n; divisor * divisor <= rest; divisor += divisor === 2n ? 1n : 2n) {
    while (rest % divisor === 0n) {
      yield divisor;
      rest /= divisor;
    }
    turns += 1;
    if (turns % 100_000 === 0) {
      // Lets Ctrl-C through.
      await new Promise((resolve) => setTimeout(resolve, 0));
      signal.throwIfAborted();
    }
  }
  if (rest > 1n) yield rest;
}
