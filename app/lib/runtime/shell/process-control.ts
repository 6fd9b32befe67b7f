import { type AgentProcess, type ProcessControl, WorkspaceError } from '../types.ts';
import type { RunningCommand } from './running-command.ts';

export interface ProcessSource {
  list(): AgentProcess[];
  find(processId: string): RunningCommand | undefined;
}

/** The actions of tools and the user on the agent's processes. They include a command whose call has not returned, since it may wait for input. */
export function createProcessControl({ list, find }: ProcessSource): ProcessControl {
  const found = (processId: string): RunningCommand => {
    const running = find(processId);
    if (running === undefined) throw new WorkspaceError('ENOENT', `There is no process ${processId}.`);
    return running;
  };
  const alive = (processId: string): RunningCommand => {
    const running = found(processId);
    const { exitCode } = running.info();
    if (exitCode !== null) throw new WorkspaceError('ENOENT', `The process ${processId} has ended, with exit code ${exitCode}.`);
    return running;
  };
  return {
    list: async () => list(),
    log: async (processId) => found(processId).log(),
    write: async (processId, data) => alive(processId).write(data),
    interrupt: async (processId) => alive(processId).write('\x03'),
    async kill(processId) {
      alive(processId).kill();
    },
  };
}
