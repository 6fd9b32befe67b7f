import { atom } from 'nanostores';

export interface TerminalInfo {
  terminalId: string;
  /** "Agent", "Terminal 1", … */
  name: string;
  /** The agent's terminal is for reading only. */
  isAgent: boolean;
  status: 'starting' | 'running' | 'exited';
}

export const $terminals = atom<readonly TerminalInfo[]>([]);
export const $activeTerminal = atom<string | null>(null);

/** A background process of the agent's shell. */
export interface BackgroundProcess {
  processId: string;
  command: string;
  port: number | null;
  startedAt: number;
}
export const $processes = atom<readonly BackgroundProcess[]>([]);
