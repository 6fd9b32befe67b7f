import type { Command } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';

/** `fmt`: paragraphs filled up to a width. Lines are filled one after the other; GNU's evens them out over the paragraph. */
export const fmt: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-(\d+)$/, '-w$1'));
  const { flags, operands, value } = parseOptions(
    { name: 'fmt', args },
    { flags: 'sutc', values: 'wgp', long: { width: 'w', 'split-only': 's', 'uniform-spacing': 'u', goal: 'g', prefix: 'p' } },
  );
  const width = Number(value('w') ?? '75');
  return eachInput(context, operands, async (input) => {
    let paragraph: string[] = [];
    const flush = async () => {
      for (const line of filled(paragraph, width)) await context.stdout.writeLine(line);
      paragraph = [];
    };
    for await (const line of input.lines()) {
      const indent = /^\s*/.exec(line)?.[0] ?? '';
      const former = /^\s*/.exec(paragraph.at(-1) ?? line)?.[0] ?? '';
      const isBreak = line.trim() === '' || (paragraph.length > 1 && indent !== former) || flags.has('s');
      if (isBreak) await flush();
      if (line.trim() === '') await context.stdout.writeLine('');
      else paragraph.push(line);
    }
    await flush();
  });
};

function filled(lines: readonly string[], width: number): string[] {
  const [first = ''] = lines;
  if (lines.length === 0) return [];
  const indent = /^\s*/.exec(first)?.[0] ?? '';
  const rest = /^\s*/.exec(lines[1] ?? first)?.[0] ?? '';
  const result: string[] = [];
  let current = '';
  for (const word of lines.join(' ').trim().split(/\s+/)) {
    const margin = result.length === 0 ? indent : rest;
    if (current === '') current = margin + word;
    else if (current.length + 1 + word.length <= width) current += ` ${word}`;
    else {
      result.push(current);
      current = rest + word;
    }
  }
  return [...result, current];
}
