import { ExitSignal, ExpansionError, InterruptSignal, LoopSignal, ReturnSignal } from '../language/state/control-flow.ts';
import type { Execution } from '../language/state/execution.ts';
import { messagePrefix } from '../language/state/report.ts';
import { InputStream } from '../streams/input-stream.ts';
import { OutputStream } from '../streams/output-stream.ts';
import { errorCode, errorText } from '../text/error-text.ts';
import type { Builtin, BuiltinContext } from './builtin.ts';

/** Runs a builtin in the shell itself. Errors that end loops, functions and shells pass through. */
export async function runBuiltin(builtin: Builtin, argv: readonly string[], execution: Execution): Promise<number> {
  const [name = '', ...args] = argv;
  const { files, signal } = execution;
  const stdout = new OutputStream(files.get(1), signal);
  const stderr = new OutputStream(files.get(2), signal);
  const stdin = new InputStream(files.get(0), signal, stdout);
  const context: BuiltinContext = {
    name,
    args,
    execution,
    stdin,
    stdout,
    stderr,
    complain: async (message) => {
      await stderr.writeLine(`${messagePrefix(execution)}${name}: ${message}`);
    },
  };
  try {
    const exitCode = await builtin(context);
    await stdout.flush();
    await stderr.flush();
    return exitCode;
  } catch (error) {
    if (isControlFlow(error) || signal.aborted) {
      await stdout.flush().catch(() => undefined);
      await stderr.flush().catch(() => undefined);
      throw error;
    }
    if (errorCode(error) === 'EPIPE') return 141;
    const message = errorCode(error) === 'EBADF' ? 'write error: Bad file descriptor' : errorText(error);
    await context.complain(message);
    await stderr.flush().catch(() => undefined);
    return 1;
  }
}

function isControlFlow(error: unknown): boolean {
  return (
    error instanceof ExitSignal ||
    error instanceof ReturnSignal ||
    error instanceof LoopSignal ||
    error instanceof InterruptSignal ||
    error instanceof ExpansionError
  );
}
