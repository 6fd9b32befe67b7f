import { signalNumbers } from '../../../abi/signals.ts';
import type { SignalName } from '../../../abi/system-calls.ts';
import type { Execution } from '../language/state/execution.ts';
import type { Job } from '../language/state/job-table.ts';
import { errorText } from '../text/error-text.ts';
import { signalNamed } from '../text/signals.ts';
import type { Builtin, BuiltinContext } from './builtin.ts';

export const jobs: Builtin = async ({ args, execution, stdout, complain }) => {
  const list = execution.jobs.shown();
  const operands = args.filter((argument) => !argument.startsWith('-'));
  const flags = new Set(args.filter((argument) => argument.startsWith('-')).flatMap((argument) => [...argument.slice(1)]));
  let exitCode = 0;
  const wanted = new Set<Job>();
  for (const operand of operands) {
    const job = findJob(operand.startsWith('%') ? operand : `%${operand}`, execution);
    if (job !== null) wanted.add(job);
    else {
      await complain(`${operand}: no such job`);
      exitCode = 1;
    }
  }
  for (const [index, job] of list.entries()) {
    if (operands.length > 0 && !wanted.has(job)) continue;
    if ((flags.has('r') && job.status !== 'running') || (flags.has('s') && job.status !== 'done')) continue;
    if (flags.has('p')) await stdout.writeLine(String(job.pid));
    else await stdout.writeLine(jobLine(job, index === list.length - 1, index === list.length - 2, flags.has('l')));
    if (job.status === 'done') execution.jobs.remove(job);
  }
  return exitCode;
};

/** Implements `disown`: the job continues, but the shell no longer tracks it. */
export const disown: Builtin = async ({ args, execution, complain }) => {
  const operands = args.filter((argument) => !/^-[ahr]+$/.test(argument));
  const isAll = args.includes('-a') || args.includes('-r');
  if (isAll) for (const job of execution.jobs.list()) job.isDisowned = true;
  let exitCode = 0;
  for (const operand of operands.length > 0 || isAll ? operands : ['%%']) {
    const job = findJob(operand, execution);
    if (job !== null) {
      if (!args.includes('-h')) job.isDisowned = true;
      continue;
    }
    await complain(`${operand === '%%' ? 'current' : operand}: no such job`);
    exitCode = 1;
  }
  return exitCode;
};

export function jobLine(job: Job, isCurrent: boolean, isPrevious: boolean, isLong = false): string {
  const mark = isCurrent ? '+' : isPrevious ? '-' : ' ';
  const state = job.status === 'running' ? 'Running' : job.exitCode === 0 ? 'Done' : `Exit ${job.exitCode}`;
  const command = job.status === 'running' ? `${job.command} &` : job.command;
  return `[${job.id}]${mark}  ${isLong ? `${job.pid} ` : ''}${state.padEnd(24)}${command}`;
}

export const wait: Builtin = async (context) => {
  try {
    return await waitForJobs(context);
  } catch (error) {
    if (error instanceof WaitInterrupted) return error.exitCode;
    throw error;
  }
};

async function waitForJobs({ args, execution, complain }: BuiltinContext): Promise<number> {
  const operands = args.filter((argument) => !argument.startsWith('-'));
  if (args.includes('-n')) {
    const running = execution.jobs.list();
    if (running.length === 0) return 127;
    const first = await orInterrupted(Promise.race(running.map(async (job) => ({ job, code: await job.finished }))), execution);
    execution.jobs.remove(first.job);
    return first.code;
  }
  if (operands.length === 0) {
    for (const job of execution.jobs.list()) {
      await orInterrupted(job.finished, execution);
      execution.jobs.remove(job);
    }
    return 0;
  }
  let exitCode = 0;
  for (const operand of operands) {
    const job = findJob(operand, execution);
    if (job === null) {
      await complain(operand.startsWith('%') ? `${operand}: no such job` : `pid ${operand} is not a child of this shell`);
      exitCode = 127;
      continue;
    }
    exitCode = await orInterrupted(job.finished, execution);
    execution.jobs.remove(job);
  }
  return exitCode;
}

export const foreground: Builtin = async ({ args, execution, complain, stdout }) => {
  if (!execution.state.isInteractive) {
    await complain('no job control');
    return 1;
  }
  const job = execution.jobs.bySpecification(args[0] === undefined ? '%%' : args[0].startsWith('%') ? args[0] : `%${args[0]}`);
  if (job === null) {
    await complain(`${args[0] ?? 'current'}: no such job`);
    return 1;
  }
  await stdout.writeLine(job.command);
  await stdout.flush();
  const { system } = execution.program;
  const [leader] = job.processes;
  const onInterrupt = () => {
    job.interrupt(130);
    for (const pid of job.processes) void system.async('kill', -pid, 'SIGINT').catch(() => undefined);
  };
  execution.signal.addEventListener('abort', onInterrupt);
  // Ctrl-C may have arrived while the name was being printed.
  if (execution.signal.aborted) onInterrupt();
  const terminal = execution.files.get(0);
  const isOnTerminal = execution.state.isInteractive && terminal?.isTerminal === true && leader !== undefined;
  try {
    if (isOnTerminal) await system.async('setForegroundGroup', terminal.descriptor ?? 0, leader);
    return await job.finished;
  } finally {
    if (isOnTerminal) await system.async('setForegroundGroup', terminal.descriptor ?? 0, ownGroup(execution));
    execution.signal.removeEventListener('abort', onInterrupt);
    execution.jobs.remove(job);
  }
};

export function ownGroup({ program }: Execution): number {
  return program.system.sync('listProcesses').find(({ pid }) => pid === program.pid)?.group ?? program.pid;
}

/** Implements `bg`. Jobs never stop here: a worker cannot be suspended, so there is no SIGSTOP, and background jobs are already running. */
export const background: Builtin = async ({ args, execution, complain }) => {
  if (!execution.state.isInteractive) {
    await complain('no job control');
    return 1;
  }
  const job = findJob(args[0] ?? '%%', execution);
  if (job !== null) {
    await complain(`job ${job.id} already in background`);
    return 0;
  }
  await complain(`${args[0] ?? 'current'}: no such job`);
  return 1;
};

export const kill: Builtin = async (context) => {
  const { args, execution, complain } = context;
  if (args[0] === '-l' || args[0] === '-L') return listSignals(args.slice(1), context);
  const { signal, operands } = signalArgument(args);
  if (signal === undefined) {
    await complain(`${args[0]?.replace(/^-/, '')}: invalid signal specification`);
    return 1;
  }
  if (operands.length === 0) {
    await context.stderr.writeLine('kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]');
    return 2;
  }
  let exitCode = 0;
  for (const operand of operands) exitCode = (await killOne(operand, signal, execution, complain)) ? exitCode : 1;
  return exitCode;
};

/** Parses the signal argument. `null` means signal 0; `undefined` means an invalid signal. */
function signalArgument(args: readonly string[]): { signal: SignalName | null | undefined; operands: readonly string[] } {
  const [first = '', second = ''] = args;
  if (first === '-s' || first === '-n') return { signal: signalNamed(second), operands: args.slice(2) };
  if (first === '--') return { signal: 'SIGTERM', operands: args.slice(1) };
  if (/^-./.test(first)) return { signal: signalNamed(first.slice(1)), operands: args.slice(1).filter((argument) => argument !== '--') };
  return { signal: 'SIGTERM', operands: args };
}

async function killOne(
  operand: string,
  signal: SignalName | null,
  execution: Execution,
  complain: BuiltinContext['complain'],
): Promise<boolean> {
  const job = findJob(operand, execution);
  const { system } = execution.program;
  if (job === null && !/^-?\d+$/.test(operand)) {
    await complain(operand.startsWith('%') ? `${operand}: no such job` : `${operand}: arguments must be process or job IDs`);
    return false;
  }
  try {
    if (job === null && signal !== null && Number(operand) === execution.program.pid && execution.state.traps.has(signal)) {
      // The shell signals itself; the trap runs right after this command.
      execution.signals.deliver(signal);
    } else if (job === null) await system.async('kill', Number(operand), signal);
    // As on Unix, a process that has ended but has not been waited for can still be signalled.
    else if (job.status === 'done') return true;
    else if (signal !== null) {
      for (const pid of job.processes) await system.async('kill', -pid, signal);
      // Without job control, background commands ignore SIGINT.
      const isIgnored = signal === 'SIGINT' && !execution.state.isInteractive;
      const isEnding = !isIgnored && !['SIGCHLD', 'SIGWINCH'].includes(signal);
      if (isEnding && (job.processes.size === 0 || operand.startsWith('%'))) job.interrupt(128 + (signalNumbers.get(signal) ?? 15));
    }
    return true;
  } catch (error) {
    await complain(`(${job?.pid ?? operand}) - ${errorText(error)}`);
    return false;
  }
}

function findJob(operand: string, { jobs: table }: Execution): Job | null {
  if (operand.startsWith('%')) return table.bySpecification(operand);
  return table.byPid(Number(operand));
}

/** Thrown when a trapped signal ends `wait` early. */
class WaitInterrupted extends Error {
  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}

function orInterrupted<Value>(promise: Promise<Value>, { signal, signals }: Execution): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const unsubscribe = signals.onDelivery((name) => reject(new WaitInterrupted(128 + (signalNumbers.get(name) ?? 0))));
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
      unsubscribe();
    });
  });
}

/** Implements `kill -l`: lists all signals, or converts a name to its number or a number (also an exit code) to its name. */
async function listSignals(operands: readonly string[], { stdout, complain }: BuiltinContext): Promise<number> {
  if (operands.length === 0) {
    await stdout.writeLine([...signalNumbers].map(([name, number]) => `${String(number).padStart(2)}) ${name}`).join('\t '));
    return 0;
  }
  let exitCode = 0;
  for (const operand of operands) {
    const signal = signalNamed(/^\d+$/.test(operand) ? String(Number(operand) & 127) : operand);
    if (signal === undefined || signal === null) {
      await complain(`${operand}: invalid signal specification`);
      exitCode = 1;
    } else await stdout.writeLine(/^\d+$/.test(operand) ? signal.slice(3) : String(signalNumbers.get(signal) ?? ''));
  }
  return exitCode;
}
