import { SystemError } from '../../../abi/system-calls.ts';
import type { InputStream } from '../streams/input-stream.ts';
import { errorText } from '../text/error-text.ts';
import { quotedName } from '../text/quoted-name.ts';
import type { CommandContext } from './command.ts';

/**
 * Passes each named file, or standard input if none is named, to `visit`. A file that cannot be opened is reported as the GNU tools do, and
 * the rest continues; the result is then `failureCode`.
 */
export async function eachInput(
  context: CommandContext,
  paths: readonly string[],
  visit: (input: InputStream, path: string) => Promise<void>,
  options: { failureCode?: number; describe?: (path: string) => string } = {},
): Promise<number> {
  let exitCode = 0;
  for (const path of paths.length === 0 ? ['-'] : paths) {
    let input: InputStream;
    try {
      input = openInput(context, path);
    } catch (error) {
      await context.stdout.flush();
      await context.stderr.writeLine(`${context.name}: ${options.describe?.(path) ?? quotedName(path)}: ${errorText(error)}`);
      exitCode = options.failureCode ?? 1;
      continue;
    }
    try {
      await visit(input, path);
    } finally {
      if (input !== context.stdin) input.release();
    }
  }
  return exitCode;
}

function openInput(context: CommandContext, path: string): InputStream {
  if (path !== '-' && context.files.isDirectory(path)) throw new SystemError('EISDIR', 'is a directory');
  return context.files.input(path);
}
