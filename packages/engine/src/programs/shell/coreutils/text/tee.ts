import { errorText } from '../../text/error-text.ts';
import { quotedName } from '../../text/quoted-name.ts';
import type { Command } from '../command.ts';
import type { OutputFile } from '../command-files.ts';
import { parseOptions } from '../parse-options.ts';

export const tee: Command = async (context) => {
  const { flags, operands } = parseOptions(context, {
    // -i and -p concern signals and broken pipes, which do not end this command.
    flags: 'aip',
    long: { append: 'a', 'ignore-interrupts': 'i' },
    longOptional: ['output-error'],
  });
  const outputs: OutputFile[] = [];
  let exitCode = 0;
  for (const path of operands) {
    try {
      outputs.push(context.files.output(path, flags.has('a') ? 'append' : 'truncate'));
    } catch (error) {
      await context.stderr.writeLine(`tee: ${quotedName(path)}: ${errorText(error)}`);
      exitCode = 1;
    }
  }
  try {
    for (;;) {
      const bytes = await context.stdin.read();
      if (bytes.length === 0) return exitCode;
      await context.stdout.writeBytes(bytes);
      await context.stdout.flush();
      for (const { stream } of outputs) {
        await stream.writeBytes(bytes);
        await stream.flush();
      }
    }
  } finally {
    for (const output of outputs) output.release();
  }
};
