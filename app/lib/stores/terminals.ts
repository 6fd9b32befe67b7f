import { atom } from 'nanostores';
import type { InputWanted } from '../runtime/types.ts';

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
  /** What it asks for; null: nothing. */
  waitsFor: InputWanted | null;
}
export const $processes = atom<readonly BackgroundProcess[]>([]);

/** What commands that still have their call wait for, by tool call id. */
export const $inputWanted = atom<ReadonlyMap<string, InputWanted>>(new Map());
