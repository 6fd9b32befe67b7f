import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';
import { Formatter } from './lines/format-paragraphs.ts';

const MAX_WIDTH = 2500;

/** How much shorter than the width lines should be, in percent, as in GNU fmt. */
const LEEWAY = 7;

/** Implements `fmt`: fills paragraphs to a width, balanced as in GNU fmt. */
export const fmt: Command = async (context) => {
  const args = context.args.map((argument, index) => (index === 0 ? argument.replace(/^-(\d+)$/, '-w$1') : argument));
  const { flags, operands, value } = parseOptions(
    { name: 'fmt', args },
    {
      others: ['-NUMBER'],
      flags: 'sutc',
      values: 'wgp',
      long: {
        width: 'w',
        'split-only': 's',
        'uniform-spacing': 'u',
        'tagged-paragraph': 't',
        'crown-margin': 'c',
        goal: 'g',
        prefix: 'p',
      },
    },
  );
  const given = value('w') === null ? null : widthOf(value('w') ?? '', MAX_WIDTH);
  const wanted = value('g') === null ? null : widthOf(value('g') ?? '', given ?? 75);
  const width = given ?? (wanted === null ? 75 : wanted + 10);
  const goal = wanted ?? Math.floor((width * (2 * (100 - LEEWAY) + 1)) / 200);
  const margins = flags.has('s') ? 'split' : flags.has('c') ? 'crown' : flags.has('t') ? 'tagged' : 'same';
  return eachInput(
    context,
    operands,
    async (input) => {
      const parts = { text: await input.text(), width, goal, margins, isUniform: flags.has('u'), prefix: value('p') ?? '' } as const;
      await context.stdout.write(new Formatter(parts).format());
    },
    { describe: (path) => `cannot open '${path}' for reading` },
  );
};

function widthOf(text: string, limit: number): number {
  if (!/^\d+$/.test(text)) throw new CommandError(`invalid width: '${text}'`);
  if (Number(text) > limit) throw new CommandError(`invalid width: '${text}': Numerical result out of range`);
  return Number(text);
}
