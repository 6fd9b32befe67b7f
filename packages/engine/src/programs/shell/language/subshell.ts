import type { AndOr, PipelineNode } from 'unbash';
import { shellLimits } from '../../../abi/limits.ts';
import type { DescriptorTable } from '../streams/descriptor-table.ts';
import { errorCode } from '../text/error-text.ts';
import { commandText } from './command-text.ts';
import { runExitTrap } from './exit-trap.ts';
import { ExitSignal, LoopSignal, ReturnSignal } from './state/control-flow.ts';
import type { Execution } from './state/execution.ts';
import type { Job } from './state/job-table.ts';
import { JobTable } from './state/job-table.ts';
import { report } from './state/report.ts';

const INITIAL_MASK = 0o022;

/** The exit code of bash when it cannot fork. */
const FORK_FAILED = 254;

/** Runs `body` on a copy of the shell's state and takes ownership of `files`. Errors that would end a shell only end the copy. */
export async function runSubshell(
  execution: Execution,
  files: DescriptorTable,
  body: (inner: Execution) => Promise<number>,
): Promise<number> {
  const { subshells } = execution;
  if (subshells.isExhausted || subshells.live >= shellLimits.maxSubshells) {
    if (!subshells.isExhausted) {
      await report(
        execution,
        `fork: Resource temporarily unavailable (more than ${shellLimits.maxSubshells} subshells at once: all are ended)`,
      );
    }
    subshells.isExhausted = true;
    files.dispose();
    return FORK_FAILED;
  }
  subshells.live += 1;
  const state = execution.state.fork();
  const { fileMask } = state;
  const inner: Execution = {
    ...execution,
    state,
    files,
    jobs: new JobTable(execution.jobs.list()),
    temporaryDescriptors: [],
    temporaryReaders: [],
  };
  try {
    const exitCode = await exitCodeOf(() => body(inner));
    state.lastExitCode = exitCode;
    return await runExitTrap(exitCode, inner);
  } finally {
    // All subshells are one process with one mask, so the outer shell's mask is restored. Concurrent subshells share it.
    if (state.fileMask !== fileMask) execution.program.system.sync('umask', fileMask ?? INITIAL_MASK);
    files.dispose();
    subshells.live -= 1;
    if (subshells.live === 0) subshells.isExhausted = false;
  }
}

/** Runs `body` and returns an exit code, however it ends. */
export async function exitCodeOf(body: () => Promise<number>): Promise<number> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof ExitSignal || error instanceof ReturnSignal) return error.exitCode;
    if (error instanceof LoopSignal) return 0;
    if (errorCode(error) === 'EPIPE') return 141;
    throw error;
  }
}

/** Runs `command &`: returns once its first command has started, so that `$!` is known. */
export async function runStatementInBackground(
  node: AndOr | PipelineNode,
  execution: Execution,
  body: (inner: Execution) => Promise<number>,
): Promise<number> {
  const controller = new AbortController();
  const processes = new Set<number>();
  let firstPid: number | null = null;
  let announce: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const isOneProcess = node.type === 'Command';
  let forcedCode: number | null = null;
  const inner: Execution = {
    ...execution,
    signal: controller.signal,
    isCondition: false,
    background: {
      onStart: (pid) => {
        if (pid !== null) processes.add(pid);
        firstPid ??= pid;
        announce();
      },
      onExit: (pid) => processes.delete(pid),
    },
  };
  const finished = runSubshell(inner, execution.files.fork(), body).then(
    (exitCode) => forcedCode ?? exitCode,
    (error: unknown) => {
      if (controller.signal.aborted) return forcedCode ?? 130;
      throw error;
    },
  );
  await Promise.race([started, finished]);
  const pid = isOneProcess && firstPid !== null ? firstPid : execution.jobs.nextPseudoPid();
  const job: Job = execution.jobs.add({
    pid,
    command: commandText(node),
    status: 'running',
    exitCode: 0,
    finished,
    processes,
    isDisowned: false,
    interrupt: (exitCode) => {
      forcedCode = exitCode;
      controller.abort(new Error('killed'));
    },
  });
  void finished.then((exitCode) => {
    job.status = 'done';
    job.exitCode = exitCode;
  });
  execution.state.lastBackgroundPid = pid;
  if (execution.state.isInteractive && !execution.state.isSubshell) {
    await execution.files.get(2)?.write(new TextEncoder().encode(`[${job.id}] ${pid}\n`), execution.signal);
  }
  execution.state.lastExitCode = 0;
  return 0;
}
