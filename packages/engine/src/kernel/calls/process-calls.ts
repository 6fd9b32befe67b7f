import { systemError } from '../../abi/error-codes.ts';
import type { SystemCallHandlers } from '../../abi/system-calls.ts';
import type { Process } from '../processes/process.ts';
import { KERNEL_PID, type ProcessTable } from '../processes/process-table.ts';

type ProcessCallName = 'spawn' | 'wait' | 'waitAtMost' | 'kill' | 'handleSignals' | 'exit' | 'listProcesses';

export function createProcessCalls(processes: ProcessTable): Pick<SystemCallHandlers<Process>, ProcessCallName> {
  return {
    spawn: (process, { file, args, env, cwd, stdio, isGroupLeader = false, isSuccessor = false }) => {
      const started = processes.start({
        file,
        args,
        env,
        cwd,
        stdio: stdio.map((descriptor) => (descriptor === null ? null : process.file(descriptor))),
        parent: process,
        session: process.session,
        isGroupLeader,
      });
      if (isSuccessor) process.successor = started;
      return started.pid;
    },
    wait: (process, pid) => processes.wait(process, pid),
    waitAtMost: (process, pid, milliseconds) => processes.waitAtMost(process, pid, milliseconds),
    kill: (process, pid, signal) => processes.kill(process, pid, signal),
    handleSignals: (process, signals) => {
      if (signals.includes('SIGKILL')) throw systemError('EINVAL');
      process.handledSignals.clear();
      for (const signal of signals) process.handledSignals.add(signal);
    },
    exit: (process, exitCode) => processes.end(process, { exitCode }),
    listProcesses: () =>
      processes.list().map((process) => ({
        pid: process.pid,
        parentPid: process.parent?.pid ?? KERNEL_PID,
        group: process.group,
        command: process.args.join(' '),
        startedAt: process.startedAt,
      })),
  };
}
