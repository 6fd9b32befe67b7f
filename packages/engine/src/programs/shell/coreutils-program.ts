import type { Program, ProgramContext } from '../../abi/program.ts';
import type { SignalName } from '../../abi/system-calls.ts';
import type { RunOptions } from './coreutils/command.ts';
import { commandList } from './coreutils/command-list.ts';
import { runCommand } from './coreutils/run-command.ts';
import { endBy, exitCodeOf } from './language/spawn-process.ts';
import { DescriptorTable } from './streams/descriptor-table.ts';
import { OpenFile } from './streams/open-file.ts';
import { errorCode, errorText } from './text/error-text.ts';
import { baseName } from './text/resolve-path.ts';

/** Runs one text or file command as its own process; `argv[0]` selects the command. */
export const coreutilsProgram: Program = async (context) => {
  const { system } = context;
  const name = baseName(context.args[0] ?? '');
  const files = new DescriptorTable();
  for (const number of [0, 1, 2]) files.set(number, OpenFile.inherited(system, number));
  const load = commandList.get(name);
  if (load === undefined) {
    await files.get(2)?.write(new TextEncoder().encode(`${name}: command not found\n`), new AbortController().signal);
    return 127;
  }
  const exitCode = await runCommand(await load(), [name, ...context.args.slice(1)], {
    system,
    files,
    env: new Map(Object.entries(context.env)),
    cwd: context.cwd,
    signal: new AbortController().signal,
    origin: context.origin,
    pid: context.pid,
    onTermination: (listener) => onTermination(context, listener),
    run: (argv, options) => runProcess(argv, context, options ?? {}),
  });
  context.leaveClean?.();
  return exitCode;
};

async function runProcess(argv: string[], context: ProgramContext, options: RunOptions): Promise<number> {
  const { system } = context;
  const [file = ''] = argv;
  const input = options.input === undefined ? 0 : options.input === null ? null : pipeWith(options.input, context);
  let output = options.output ?? null;
  const releaseOutput = () => {
    if (output !== null) system.sync('close', output);
    output = null;
  };
  try {
    const env = options.env === undefined ? context.env : Object.fromEntries(options.env);
    const pid = await system.async('spawn', {
      file,
      args: argv,
      env,
      cwd: options.cwd ?? context.cwd,
      stdio: [input, options.output ?? 1, 2],
      isSuccessor: options.takesPlace === true,
    });
    options.observer?.onStart(pid);
    releaseOutput();
    const status = await system.async('wait', pid);
    options.observer?.onExit(pid);
    if (options.takesPlace === true && status.signal !== null) await endBy(status.signal, context);
    return exitCodeOf(status);
  } catch (error) {
    const message = new TextEncoder().encode(`${context.args[0] ?? ''}: ${file}: ${errorText(error)}\n`);
    await system.async('write', 2, message, null);
    return errorCode(error) === 'ENOENT' ? 127 : 126;
  } finally {
    if (input !== null && input !== 0) system.sync('close', input);
    releaseOutput();
  }
}

function onTermination({ system }: ProgramContext, listener: (signal: SignalName) => void): () => void {
  system.sync('handleSignals', ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);
  system.onPush((push) => {
    if (push.type === 'signal') listener(push.signal);
  });
  return () => system.sync('handleSignals', []);
}

function pipeWith(input: Uint8Array, { system }: ProgramContext): number {
  const [readEnd, writeEnd] = system.sync('pipe');
  const writer = OpenFile.pipeEnd(system, writeEnd);
  // The reader may close the pipe early.
  void writer
    .write(input, new AbortController().signal)
    .catch(() => undefined)
    .then(() => writer.release());
  return readEnd;
}
