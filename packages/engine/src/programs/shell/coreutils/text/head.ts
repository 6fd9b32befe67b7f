import type { InputStream } from '../../streams/input-stream.ts';
import type { OutputStream } from '../../streams/output-stream.ts';
import type { Command } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { parseOptions } from '../parse-options.ts';
import { lineCount } from './line-count.ts';

export const head: Command = async (context) => {
  const args = context.args.map((argument, index) => (index > 0 ? argument : argument.replace(/^-(\d+)$/, '-n$1')));
  const options = parseOptions(
    { name: context.name, args },
    {
      others: ['-NUMBER'],
      flags: 'qvz',
      values: 'nc',
      long: { lines: 'n', bytes: 'c', quiet: 'q', silent: 'q', verbose: 'v', 'zero-terminated': 'z' },
    },
  );
  const { isBytes, text, count, writeTitle } = lineCount(options);
  const end = options.flags.has('z') ? '\0' : '\n';
  return eachInput(
    context,
    options.operands,
    async (input, path) => {
      await writeTitle(context, path);
      if (count < 0 || text.startsWith('-')) await allButLast(input, context.stdout, -count, isBytes ? null : end);
      else if (isBytes) await firstBytes(input, context.stdout, count);
      else await firstLines(input, context.stdout, count, end.charCodeAt(0));
    },
    { describe: (path) => `cannot open '${path}' for reading` },
  );
};

async function firstBytes(input: InputStream, output: OutputStream, count: number): Promise<void> {
  let left = count;
  while (left > 0) {
    const bytes = await input.read();
    if (bytes.length === 0) return;
    await output.writeBytes(bytes.subarray(0, left));
    input.unread(bytes.subarray(left));
    left -= bytes.length;
  }
}

async function firstLines(input: InputStream, output: OutputStream, count: number, delimiter: number): Promise<void> {
  let left = count;
  while (left > 0) {
    const bytes = await input.read();
    if (bytes.length === 0) return;
    let end = 0;
    while (left > 0) {
      const newline = bytes.indexOf(delimiter, end);
      if (newline === -1) {
        end = bytes.length;
        break;
      }
      end = newline + 1;
      left -= 1;
    }
    await output.writeBytes(bytes.subarray(0, end));
    input.unread(bytes.subarray(end));
  }
}

/** Copies all but the last `count` lines, which end in `delimiter`, or bytes if it is null. */
async function allButLast(input: InputStream, output: OutputStream, count: number, delimiter: string | null): Promise<void> {
  if (delimiter === null) {
    const bytes = await input.readAll();
    await output.writeBytes(bytes.subarray(0, Math.max(0, bytes.length - count)));
    return;
  }
  const held: string[] = [];
  for await (const line of input.lines(delimiter)) {
    held.push(line);
    if (held.length > count) await output.write((held.shift() ?? '') + delimiter);
  }
}
