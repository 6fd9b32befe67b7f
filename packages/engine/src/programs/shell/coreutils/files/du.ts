import { humanSize } from '../../text/parse-size.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const du: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'shakbcm',
    values: 'd',
    long: { summarize: 's', 'human-readable': 'h', all: 'a', 'max-depth': 'd', total: 'c', bytes: 'b' },
    longFlags: ['apparent-size'],
  });
  const limit = flags.has('s') ? 0 : Number(value('d') ?? Number.POSITIVE_INFINITY);
  const isExact = flags.has('b') || flags.has('apparent-size');
  const print = (bytes: number, path: string) => context.stdout.writeLine(`${shown(bytes, flags)}\t${path}`);
  let exitCode = 0;
  let total = 0;
  for (const path of operands.length === 0 ? ['.'] : operands) {
    if (context.files.find(path, false) === null) {
      await context.stderr.writeLine(`du: cannot access '${path}': No such file or directory`);
      exitCode = 1;
    } else total += await measure(path, 0, { limit, isExact, isAll: flags.has('a'), print }, context);
  }
  if (flags.has('c')) await print(total, 'total');
  return exitCode;
};

function shown(bytes: number, flags: ReadonlySet<string>): string {
  if (flags.has('b')) return String(bytes);
  if (flags.has('h')) return bytes === 0 ? '0' : humanSize(bytes);
  return String(Math.ceil(bytes / (flags.has('m') ? 1024 ** 2 : 1024)));
}

interface Measure {
  limit: number;
  isExact: boolean;
  isAll: boolean;
  print: (bytes: number, path: string) => Promise<void>;
}

async function measure(path: string, depth: number, how: Measure, context: CommandContext): Promise<number> {
  const status = context.files.lstat(path);
  const own = how.isExact ? status.size : status.kind === 'symlink' ? 0 : Math.ceil(status.size / 4096) * 4096;
  if (status.kind !== 'directory') {
    if ((how.isAll || depth === 0) && depth <= how.limit) await how.print(own, path);
    return own;
  }
  let total = how.isExact ? 4096 : 4096;
  for (const item of context.files.list(path)) total += await measure(joinPath(path, item.name), depth + 1, how, context);
  if (depth <= how.limit) await how.print(total, path);
  return total;
}
