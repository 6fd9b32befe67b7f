import { signalNumbers } from '../../../abi/signals.ts';
import type { ExitStatus } from '../../../abi/system-calls.ts';
import { errorCode, errorText } from '../text/error-text.ts';
import type { Execution } from './state/execution.ts';
import { report } from './state/report.ts';

export interface SpawnRequest {
  path: string;
  argv: readonly string[];
  env: Map<string, string>;
  cwd: string;
}

/** Starts a file as a process of its own and waits for it. */
export async function spawnProcess(request: SpawnRequest, execution: Execution): Promise<number> {
  let pid: number;
  try {
    pid = await start(request, execution);
  } catch (error) {
    await report(execution, `${request.argv[0] ?? ''}: ${errorText(error)}`);
    return errorCode(error) === 'ENOENT' ? 127 : 126;
  }
  execution.background?.onStart(pid);
  const status = await execution.program.system.async('wait', pid);
  execution.background?.onExit(pid);
  return exitCodeOf(status);
}

async function start(request: SpawnRequest, execution: Execution): Promise<number> {
  try {
    // A script's `$0` is its path as it was written.
    const [name = ''] = request.argv;
    return await spawn(name.includes('/') ? name : request.path, [...request.argv], request, execution);
  } catch (error) {
    // An executable text file without `#!` is a shell script.
    if (errorCode(error) !== 'ENOEXEC') throw error;
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
  });
}

/** As `$?` shows it: 128 and the signal's number for a process that a signal ended. */
export function exitCodeOf(status: ExitStatus): number {
  return status.signal === null ? (status.exitCode ?? 0) : 128 + (signalNumbers.get(status.signal) ?? 0);
}
