import { atom } from 'nanostores';
import type { InputWanted } from '../runtime/types.ts';

export interface TerminalInfo {
  terminalId: string;
  /** "Agent", "Terminal 1", … */
  name: string;
  /** The agent's terminal is read-only. */
  isAgent: boolean;
  /** It shows a program that was started elsewhere. */
  isWatched?: true;
  status: 'starting' | 'running' | 'exited';
}

/** Only for the user's own shells. */
export function canRestart({ isAgent, isWatched }: TerminalInfo): boolean {
  return !isAgent && isWatched !== true;
}

export const $terminals = atom<readonly TerminalInfo[]>([]);
export const $activeTerminal = atom<string | null>(null);

/** A background process of the agent's shell. */
export interface BackgroundProcess {
  processId: string;
  command: string;
  /** The absolute path where it was started; empty if unknown. */
  directory: string;
  port: number | null;
  startedAt: number;
  /** The input that it waits for, or null. */
  waitsFor: InputWanted | null;
}
/** A process that did not end on its own: its page or runtime is gone. */
export interface EndedProcess extends Pick<BackgroundProcess, 'processId' | 'command' | 'directory' | 'port'> {
  endedWith: 'page' | 'runtime';
}
export const $endedProcesses = atom<readonly EndedProcess[]>([]);

export const $processes = atom<readonly BackgroundProcess[]>([]);

/** A user's command in the agent's shell, until it has ended or runs in the background. */
export interface RunningCommand {
  /** Unique among this page's commands. */
  id: number;
  chatId: string;
  command: string;
  startedAt: number;
  /** The input that it waits for, or null. */
  waitsFor: InputWanted | null;
}

export const $runningCommands = atom<readonly RunningCommand[]>([]);

/** The input that running calls wait for, by tool call id. */
export const $inputWanted = atom<ReadonlyMap<string, InputWanted>>(new Map());
