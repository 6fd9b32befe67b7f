import type { Command } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

interface Item {
  name: string;
  /** The number of pairs in which it comes second. */
  before: number;
  after: Item[];
}

/** Implements `tsort`: sorts words topologically from pairs in which the first precedes the second. */
export const tsort: Command = async (context) => {
  const { files, stderr, stdout } = context;
  const [source = '-'] = parseOptions(context, {}).operands;
  const words = (await files.readText(source)).split(/\s+/).filter((word) => word !== '');
  if (words.length % 2 === 1) {
    await stderr.writeLine(`tsort: ${source}: input contains an odd number of tokens`);
    return 1;
  }
  const items = new Map<string, Item>();
  const itemOf = (name: string): Item => {
    const item = items.get(name) ?? { name, before: 0, after: [] };
    items.set(name, item);
    return item;
  };
  for (let at = 0; at < words.length; at += 2) {
    const [first, second] = [itemOf(words[at] ?? ''), itemOf(words[at + 1] ?? '')];
    if (first === second) continue;
    first.after.push(second);
    second.before += 1;
  }
  let exitCode = 0;
  const ready = [...items.values()].filter(({ before }) => before === 0).sort((one, other) => (one.name < other.name ? -1 : 1));
  const left = new Set(items.values());
  while (left.size > 0) {
    const item = ready.shift() ?? (await breakLoop(left));
    if (!left.delete(item)) continue;
    await stdout.writeLine(item.name);
    for (const next of item.after) {
      next.before -= 1;
      if (next.before === 0) ready.push(next);
    }
  }
  return exitCode;

  async function breakLoop(remaining: ReadonlySet<Item>): Promise<Item> {
    exitCode = 1;
    const loop = loopIn(remaining);
    await stderr.writeLine(
      [`${source}: input contains a loop:`, ...loop.map(({ name }) => name)].map((line) => `tsort: ${line}`).join('\n'),
    );
    const [first] = loop;
    if (first === undefined) throw new Error('There is no loop, and nothing is ready.');
    return first;
  }
};

/** Everything left depends on something left, so following the dependencies returns to an earlier item. */
function loopIn(remaining: ReadonlySet<Item>): Item[] {
  const path: Item[] = [];
  let item = remaining.values().next().value;
  while (item !== undefined && !path.includes(item)) {
    path.push(item);
    const current = item;
    item = [...remaining].find(({ after }) => after.includes(current));
  }
  return item === undefined ? path : path.slice(path.indexOf(item)).reverse();
}
