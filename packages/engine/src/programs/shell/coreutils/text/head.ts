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
      flags: 'qvz',
      values: 'nc',
      long: { lines: 'n', bytes: 'c', quiet: 'q', silent: 'q', verbose: 'v' },
    },
  );
  const { isBytes, text, count, writeTitle } = lineCount(options);
  return eachInput(
    context,
    options.operands,
    async (input, path) => {
      await writeTitle(context, path);
      if (count < 0 || text.startsWith('-')) await allButLast(input, context.stdout, -count, isBytes);
      else if (isBytes) await firstBytes(input, context.stdout, count);
      else await firstLines(input, context.stdout, count);
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

async function firstLines(input: InputStream, output: OutputStream, count: number): Promise<void> {
  let left = count;
  while (left > 0) {
    const bytes = await input.read();
    if (bytes.length === 0) return;
    let end = 0;
    while (left > 0) {
      const newline = bytes.indexOf(10, end);
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

async function allButLast(input: InputStream, output: OutputStream, count: number, isBytes: boolean): Promise<void> {
  if (isBytes) {
    const bytes = await input.readAll();
    await output.writeBytes(bytes.subarray(0, Math.max(0, bytes.length - count)));
    return;
  }
  const held: string[] = [];
  for await (const line of input.lines()) {
    held.push(line);
    if (held.length > count) await output.writeLine(held.shift() ?? '');
  }
}
