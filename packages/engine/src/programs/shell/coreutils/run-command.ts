import type { SystemCalls } from '../../../abi/system-calls.ts';
import type { DescriptorTable } from '../streams/descriptor-table.ts';
import { InputStream } from '../streams/input-stream.ts';
import { OutputStream } from '../streams/output-stream.ts';
import { errorCode, errorText } from '../text/error-text.ts';
import { quotedName } from '../text/quoted-name.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandError } from './command.ts';
import { CommandFiles, FileError } from './command-files.ts';
import { answerForData, InformationRequest } from './information-request.ts';

export interface CommandSurroundings {
  system: SystemCalls;
  files: DescriptorTable;
  env: Map<string, string>;
  cwd: string;
  signal: AbortSignal;
  origin: string;
  pid: number;
  run: CommandContext['run'];
  onTermination: CommandContext['onTermination'];
}

/** The exit codes a shell reports for SIGPIPE and SIGINT. */
const BROKEN_PIPE_EXIT = 141;
const INTERRUPTED_EXIT = 130;

/** Runs a coreutil inside this worker, converting any error to an exit code. */
export async function runCommand(command: Command, argv: readonly string[], surroundings: CommandSurroundings): Promise<number> {
  const { system, files, signal } = surroundings;
  const [name = '', ...args] = argv;
  const stdout = new OutputStream(files.get(1), signal);
  const stderr = new OutputStream(files.get(2), signal);
  const stdin = new InputStream(files.get(0), signal, stdout);
  const context: CommandContext = {
    name,
    args,
    env: surroundings.env,
    cwd: surroundings.cwd,
    stdin,
    stdout,
    stderr,
    files: new CommandFiles({ system, cwd: surroundings.cwd, stdin, stdout, signal, descriptor: (number) => files.get(number) }),
    system,
    signal,
    origin: surroundings.origin,
    pid: surroundings.pid,
    onTermination: surroundings.onTermination,
    run: async (commandLine, options) => {
      await stdout.flush();
      await stderr.flush();
      return surroundings.run(commandLine, options);
    },
  };
  let exitCode: number;
  try {
    answerForData(name, args);
    exitCode = await command(context);
    await stdout.flush();
  } catch (error) {
    exitCode =
      error instanceof InformationRequest
        ? await informationCode(error, name, stdout, stderr, signal)
        : await failureCode(error, name, stdout, stderr, signal);
  }
  // If the messages cannot be written, only the exit code remains.
  await stderr.flush().catch(() => undefined);
  return exitCode;
}

async function informationCode(
  request: InformationRequest,
  name: string,
  stdout: OutputStream,
  stderr: OutputStream,
  signal: AbortSignal,
): Promise<number> {
  try {
    const { informationText } = await import('./information-text.ts');
    await stdout.write(informationText(name, request));
    await stdout.flush();
    return 0;
  } catch (error) {
    return failureCode(error, name, stdout, stderr, signal);
  }
}

async function failureCode(error: unknown, name: string, stdout: OutputStream, stderr: OutputStream, signal: AbortSignal): Promise<number> {
  if (signal.aborted) return INTERRUPTED_EXIT;
  if (errorCode(error) === 'EPIPE') return BROKEN_PIPE_EXIT;
  if (errorCode(error) !== 'EBADF') await stdout.flush().catch(() => undefined);
  const file = error instanceof FileError ? `${quotedName(error.path)}: ` : '';
  await stderr.writeLine(`${name}: ${file}${errorCode(error) === 'EBADF' ? 'write error: Bad file descriptor' : errorText(error)}`);
  return error instanceof CommandError ? error.exitCode : 1;
}
