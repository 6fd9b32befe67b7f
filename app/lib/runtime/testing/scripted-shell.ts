import { vi } from 'vitest';
import type { ResolvedHost } from '../hosts.ts';
import { type AgentShell, createAgentShell } from '../shell/agent-shell.ts';
import { shellHostOf } from '../shell/shell-host.ts';
import type { CommandOutcome, CommandRequest, RuntimeEvent, SpawnRequest } from '../types.ts';
import { createScriptedProcess, type ScriptedProcess } from './create-scripted-process.ts';

export interface ScriptedShell {
  shell: AgentShell;
  spawned: SpawnRequest[];
  /** Resolves with the process of the command with that index, once it has started. */
  process(index: number): Promise<ScriptedProcess>;
  emit(event: RuntimeEvent): void;
  /** Returns the script that the shell of a process received. */
  script(index: number): string;
  run(command: string, request?: Partial<CommandRequest>): Promise<CommandOutcome>;
}

/** An agent's shell whose processes are controlled by a test. */
export function scriptedShell({
  hasTerminalNotes = false,
  host = hasTerminalNotes ? { host: 'engine', origin: '' } : { host: 'stackblitz' },
  startDirectory,
  spawn,
}: {
  hasTerminalNotes?: boolean;
  host?: ResolvedHost;
  startDirectory?: () => string | null;
  spawn?: () => Promise<never>;
} = {}): ScriptedShell {
  const spawned: SpawnRequest[] = [];
  const processes: ScriptedProcess[] = [];
  const listeners = new Set<(event: RuntimeEvent) => void>();
  let id = 0;
  const shell = createAgentShell({
    async spawn(request) {
      spawned.push(request);
      if (spawn !== undefined) return spawn();
      const scripted = createScriptedProcess();
      processes.push(scripted);
      return scripted.process;
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    root: '/home/project',
    host: shellHostOf(host),
    ...(startDirectory === undefined ? {} : { startDirectory }),
    // Has the length that keys of notes require.
    nextId: () => `id${String(id++).padStart(9, '0')}`,
    now: () => 5,
  });
  return {
    shell,
    spawned,
    process: async (index) => vi.waitUntil(() => processes[index]),
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    script: (index) => spawned[index]?.args[1] ?? '',
    run: (command, request = {}) =>
      shell.run({ command, timeoutMs: 10_000, signal: new AbortController().signal, onOutput: () => undefined, ...request }),
  };
}

/** Returns the mark that a script's shell prints: `!` at the start, `=/folder` at the end, `&` if jobs are still running. */
export function shellMark(script: string, body: string): string {
  const marker = /033\]654;(dz-\w+)!/.exec(script)?.[1] ?? '';
  return `\x1b]654;${marker}${body}\x07`;
}
