import { atom } from 'nanostores';

export interface Preview {
  port: number;
  url: string;
}
/** Open ports, oldest first. */
export const $previews = atom<readonly Preview[]>([]);
export const $activePort = atom<number | null>(null);

export interface ConsoleEntry {
  id: number;
  port: number;
  level: 'error' | 'warn' | 'info' | 'log';
  message: string;
  stack?: string;
  at: number;
}
/** At most the last 500. */
export const $previewConsole = atom<readonly ConsoleEntry[]>([]);
