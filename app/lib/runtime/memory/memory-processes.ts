import { type AgentProcess, type ProcessControl, type ProcessLog, WorkspaceError } from '../types.ts';

/** Background processes in memory, for tests: `add` creates one, and all actions on it are recorded. */
export class MemoryProcesses implements ProcessControl {
  readonly done: string[] = [];
  readonly #processes = new Map<string, { info: AgentProcess; log: string }>();

  add(info: Pick<AgentProcess, 'processId' | 'command'> & Partial<AgentProcess>, log = ''): this {
    this.#processes.set(info.processId, { info: { startedAt: 0, ports: [], exitCode: null, waitsFor: null, ...info }, log });
    return this;
  }

  async list(): Promise<readonly AgentProcess[]> {
    return [...this.#processes.values()].map(({ info }) => info);
  }

  async log(processId: string): Promise<ProcessLog> {
    return { text: this.#found(processId).log, dropped: 0, droppedLines: 0 };
  }

  async write(processId: string, data: string): Promise<void> {
    this.#found(processId);
    this.done.push(`write ${processId} ${JSON.stringify(data)}`);
  }

  async interrupt(processId: string): Promise<void> {
    this.#end(processId, 'interrupt', 130);
  }

  async kill(processId: string): Promise<void> {
    this.#end(processId, 'kill', 137);
  }

  #end(processId: string, how: string, exitCode: number): void {
    const found = this.#found(processId);
    this.done.push(`${how} ${processId}`);
    found.info = { ...found.info, exitCode };
  }

  #found(processId: string): { info: AgentProcess; log: string } {
    const found = this.#processes.get(processId);
    if (found === undefined) throw new WorkspaceError('ENOENT', `There is no process ${processId}.`);
    return found;
  }
}
