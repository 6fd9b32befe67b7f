import { atom } from 'nanostores';
import type { InputWanted } from '../runtime/types.ts';

export interface TerminalInfo {
  terminalId: string;
  /** "Agent", "Terminal 1", … */
  name: string;
  /** The agent's terminal is for reading only. */
  isAgent: boolean;
  /** It shows a program that something else has started. */
  isWatched?: true;
  status: 'starting' | 'running' | 'exited';
}

/** A shell of the user's own. */
export function canRestart({ isAgent, isWatched }: TerminalInfo): boolean {
  return !isAgent && isWatched !== true;
}

export const $terminals = atom<readonly TerminalInfo[]>([]);
export const $activeTerminal = atom<string | null>(null);

/** A background process of the agent's shell. */
export interface BackgroundProcess {
  processId: string;
  command: string;
  /** Absolute: where it was started; empty where that is not known. */
  directory: string;
  port: number | null;
  startedAt: number;
  /** What it asks for; null: nothing. */
  waitsFor: InputWanted | null;
}
/** One that did not end by itself: what it ran in is gone, the page or the runtime. */
export interface EndedProcess extends Pick<BackgroundProcess, 'processId' | 'command' | 'directory' | 'port'> {
  endedWith: 'page' | 'runtime';
}
export const $endedProcesses = atom<readonly EndedProcess[]>([]);

export const $processes = atom<readonly BackgroundProcess[]>([]);

/** A command of the user in the agent's shell, until it has ended or continues in the background. */
export interface RunningCommand {
  /** Of this page's commands. */
  id: number;
  chatId: string;
  command: string;
  startedAt: number;
  /** What it asks for; null: nothing. */
  waitsFor: InputWanted | null;
}

export const $runningCommands = atom<readonly RunningCommand[]>([]);

/** What commands that still have their call wait for, by tool call id. */
export const $inputWanted = atom<ReadonlyMap<string, InputWanted>>(new Map());
