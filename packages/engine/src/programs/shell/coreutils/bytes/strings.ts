import type { Command } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';

/** Implements `strings`: prints runs of at least four printable characters. */
export const strings: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-(\d+)$/, '-n$1'));
  const { operands, value } = parseOptions(
    { name: 'strings', args },
    { others: ['-NUMBER'], flags: 'a', values: 'nte', long: { bytes: 'n', all: 'a', radix: 't' } },
  );
  const shortest = Number(value('n') ?? '4');
  return eachInput(context, operands, async (input) => {
    const text = new TextDecoder('latin1').decode(await input.readAll());
    for (const match of text.matchAll(new RegExp(`[\\t\\x20-\\x7e]{${shortest},}`, 'g'))) {
      const radix = value('t');
      const address = radix === null ? '' : `${match.index.toString(radix === 'x' ? 16 : radix === 'o' ? 8 : 10).padStart(7)} `;
      await context.stdout.writeLine(address + match[0]);
    }
  });
};
