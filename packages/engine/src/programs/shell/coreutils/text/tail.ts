import type { Command, CommandContext } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';
import { pause } from '../pause.ts';
import { lineCount } from './line-count.ts';

/** The interval at which `tail -f` checks for changes, in milliseconds. */
const FOLLOW_INTERVAL = 200;

export const tail: Command = async (context) => {
  const args = context.args.map((argument, index) =>
    index > 0
      ? argument
      : argument.replace(/^([-+])(\d+)$/, (_match, sign: string, digits: string) => `-n${sign === '+' ? '+' : ''}${digits}`),
  );
  const options = parseOptions(
    { name: context.name, args },
    {
      others: ['-NUMBER', '+NUMBER'],
      flags: 'fFqvz',
      values: 'ncs',
      long: { lines: 'n', bytes: 'c', quiet: 'q', silent: 'q', verbose: 'v', follow: 'f', 'sleep-interval': 's', 'zero-terminated': 'z' },
      // Files are looked up by name on each check anyway.
      longFlags: ['retry'],
    },
  );
  const { isBytes, text, count, writeTitle } = lineCount(options);
  const delimiter = options.flags.has('z') ? 0 : 10;
  const exitCode = await eachInput(
    context,
    options.operands,
    async (input, path) => {
      await writeTitle(context, path);
      const bytes = await input.readAll();
      await context.stdout.writeBytes(ending(bytes, Math.abs(count), text.startsWith('+'), isBytes ? null : delimiter));
    },
    { describe: (path) => `cannot open '${path}' for reading` },
  );
  if (options.flags.has('f') || options.flags.has('F')) await follow(options.operands, context);
  return exitCode;
};

/** Returns the end of the input, in lines that end in `delimiter`, or in bytes if it is null. */
function ending(bytes: Uint8Array, count: number, isFromStart: boolean, delimiter: number | null): Uint8Array {
  if (delimiter === null) return isFromStart ? bytes.subarray(Math.max(0, count - 1)) : bytes.subarray(Math.max(0, bytes.length - count));
  if (isFromStart) {
    let start = 0;
    for (let line = 1; line < count && start < bytes.length; line += 1) {
      const newline = bytes.indexOf(delimiter, start);
      start = newline === -1 ? bytes.length : newline + 1;
    }
    return bytes.subarray(start);
  }
  if (count === 0) return bytes.subarray(bytes.length);
  let end = bytes.length;
  if (bytes[end - 1] === delimiter) end -= 1;
  for (let left = count; left > 0 && end > 0; left -= 1) end = bytes.lastIndexOf(delimiter, end - 1);
  return bytes.subarray(end <= 0 ? 0 : end + 1);
}

async function follow(paths: readonly string[], context: CommandContext): Promise<void> {
  const sizes = new Map(paths.map((path) => [path, context.files.find(path)?.size ?? 0]));
  for (;;) {
    await context.stdout.flush();
    await pause(FOLLOW_INTERVAL, context.signal);
    for (const [path, size] of sizes) {
      const now = context.files.find(path)?.size ?? size;
      if (now > size) await context.stdout.writeBytes((await context.files.readBytes(path)).subarray(size));
      sizes.set(path, now);
    }
  }
}
