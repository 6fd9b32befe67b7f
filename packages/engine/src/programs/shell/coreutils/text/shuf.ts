import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

/** Implements `shuf`: prints lines of a file, words (-e) or numbers (-i) in random order. */
export const shuf: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'erz',
    values: 'ino',
    long: { echo: 'e', 'input-range': 'i', 'head-count': 'n', output: 'o', repeat: 'r', 'zero-terminated': 'z' },
  });
  const items = await itemsOf(operands, flags, value('i'), context);
  const count = value('n') === null ? (flags.has('r') ? Number.POSITIVE_INFINITY : items.length) : Number(value('n'));
  const end = flags.has('z') ? '\0' : '\n';
  if (flags.has('r')) {
    for (let index = 0; index < count && items.length > 0; index += 1) {
      context.signal.throwIfAborted();
      await context.stdout.write((items[Math.floor(Math.random() * items.length)] ?? '') + end);
    }
    return 0;
  }
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [items[index], items[other]] = [items[other] ?? '', items[index] ?? ''];
  }
  const text = items
    .slice(0, count)
    .map((item) => item + end)
    .join('');
  const output = value('o');
  if (output === null) await context.stdout.write(text);
  else context.files.writeText(output, text);
  return 0;
};

async function itemsOf(
  operands: readonly string[],
  flags: ReadonlySet<string>,
  range: string | null,
  context: Parameters<Command>[0],
): Promise<string[]> {
  if (flags.has('e')) return [...operands];
  if (range !== null) {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(range) ?? [];
    if (from === undefined || to === undefined) throw new CommandError(`invalid input range: '${range}'`);
    return Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_unused, index) => String(Number(from) + index));
  }
  const separator = flags.has('z') ? '\0' : '\n';
  const text = await context.files.readText(operands[0] ?? '-');
  if (text === '') return [];
  return (text.endsWith(separator) ? text.slice(0, -1) : text).split(separator);
}
