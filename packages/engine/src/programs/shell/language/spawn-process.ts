import type { ProgramContext } from '../../../abi/program.ts';
import { signalNumbers } from '../../../abi/signals.ts';
import type { ExitStatus, SignalName } from '../../../abi/system-calls.ts';
import { errorCode, errorText } from '../text/error-text.ts';
import type { Execution } from './state/execution.ts';
import { report } from './state/report.ts';

export interface SpawnRequest {
  path: string;
  argv: readonly string[];
  env: Map<string, string>;
  cwd: string;
  /** The shell has nothing left to do after the process. */
  takesPlace: boolean;
}

const MACHINE_CODE = 'cannot execute binary file: this machine runs JavaScript and WebAssembly';

/** The magic bytes of ELF, Mach-O (four forms and universal) and Windows executables. */
const machineCode = /^(?:\x7fELF|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe|MZ)/;

function isMachineCode(path: string, { system }: ProgramContext): boolean {
  const start = system.sync('readFile', path).subarray(0, 256);
  return machineCode.test(String.fromCharCode(...start.subarray(0, 4))) || start.includes(0);
}

/** Starts a file as its own process and waits for it. */
export async function spawnProcess(request: SpawnRequest, execution: Execution): Promise<number> {
  let pid: number;
  try {
    pid = await start(request, execution);
  } catch (error) {
    const reason = errorCode(error) === 'ENOEXEC' ? MACHINE_CODE : errorText(error);
    await report(execution, `${request.argv[0] ?? ''}: ${reason}`);
    return errorCode(error) === 'ENOENT' ? 127 : 126;
  }
  execution.background?.onStart(pid);
  execution.observer?.onStart(pid);
  const { system } = execution.program;
  const status = await system.async('wait', pid);
  execution.background?.onExit(pid);
  execution.observer?.onExit(pid);
  if (request.takesPlace && status.signal !== null) await endBy(status.signal, execution.program);
  return exitCodeOf(status);
}

async function start(request: SpawnRequest, execution: Execution): Promise<number> {
  try {
    // A script's `$0` is its path as written.
    const [name = ''] = request.argv;
    return await spawn(name.includes('/') ? name : request.path, [...request.argv], request, execution);
  } catch (error) {
    // An executable text file without `#!` is a shell script.
    if (errorCode(error) !== 'ENOEXEC' || isMachineCode(request.path, execution.program)) throw error;
    return spawn('/bin/sh', ['sh', request.path, ...request.argv.slice(1)], request, execution);
  }
}

function spawn(file: string, args: string[], request: SpawnRequest, execution: Execution): Promise<number> {
  const { files } = execution;
  const highest = Math.max(2, ...files.numbers());
  return execution.program.system.async('spawn', {
    file,
    args,
    env: Object.fromEntries(request.env),
    cwd: request.cwd,
    stdio: Array.from({ length: highest + 1 }, (_, number) => files.get(number)?.descriptor ?? null),
    isGroupLeader: execution.background !== null,
    isSuccessor: request.takesPlace,
  });
}

/** Ends this process by the signal that ended the process which replaced it. */
export async function endBy(signal: SignalName, { system, pid }: ProgramContext): Promise<void> {
  system.sync('handleSignals', []);
  await system.async('kill', pid, signal);
}

/** Returns `$?`: 128 plus the signal's number for a process ended by a signal. */
export function exitCodeOf(status: ExitStatus): number {
  return status.signal === null ? (status.exitCode ?? 0) : 128 + (signalNumbers.get(status.signal) ?? 0);
}
