import type { Command } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const uniq: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'cdDuiz',
    values: 'fsw',
    long: {
      count: 'c',
      repeated: 'd',
      'all-repeated': 'D',
      unique: 'u',
      'ignore-case': 'i',
      'skip-fields': 'f',
      'skip-chars': 's',
      'check-chars': 'w',
    },
  });
  const [inputPath = '-', outputPath] = operands;
  const input = context.files.input(inputPath);
  const key = keyOf(flags, value);
  let output = '';
  const print = async (group: readonly string[]) => {
    const [first] = group;
    if (first === undefined) return;
    if ((flags.has('d') || flags.has('D')) && group.length < 2) return;
    if (flags.has('u') && group.length > 1) return;
    const shown = flags.has('D') ? group : [first];
    const text = shown.map((line) => `${flags.has('c') ? `${String(group.length).padStart(7)} ` : ''}${line}\n`).join('');
    if (outputPath === undefined) await context.stdout.write(text);
    else output += text;
  };
  let group: string[] = [];
  for await (const line of input.lines(flags.has('z') ? '\0' : '\n')) {
    const [first] = group;
    if (first !== undefined && key(first) !== key(line)) {
      await print(group);
      group = [];
    }
    group.push(line);
  }
  await print(group);
  if (outputPath !== undefined) context.files.writeText(outputPath, output);
  if (input !== context.stdin) input.release();
  return 0;
};

function keyOf(flags: ReadonlySet<string>, value: (name: string) => string | null): (line: string) => string {
  const fields = Number(value('f') ?? '0');
  const skipped = Number(value('s') ?? '0');
  const width = value('w') === null ? undefined : skipped + Number(value('w'));
  const skipFields = new RegExp(`^(?:\\s*\\S+){${fields}}`);
  return (line) => {
    const text = (fields > 0 ? line.replace(skipFields, '') : line).slice(skipped, width);
    return flags.has('i') ? text.toLowerCase() : text;
  };
}
