import { atom } from 'nanostores';

export interface Preview {
  port: number;
  url: string;
}
/** Open ports, oldest first. */
export const $previews = atom<readonly Preview[]>([]);
export const $activePort = atom<number | null>(null);

/** Asks to show the page full screen; set by the palette. */
export const $isFullScreenAsked = atom(false);

/** The page's place since its frame was opened, as reported by the page. */
export interface PagePlace {
  /** With query and hash. */
  path: string;
  /** Within the frame's own history. */
  canGoBack: boolean;
  canGoForward: boolean;
}
/** Places of the shown pages, by port. */
export const $pagePlaces = atom<ReadonlyMap<number, PagePlace>>(new Map());

export interface ConsoleEntry {
  id: number;
  port: number;
  /** `network`: a failed request of the page. */
  level: 'error' | 'warn' | 'info' | 'log' | 'network';
  message: string;
  stack?: string;
  at: number;
}
/** Limited to the last 500. */
export const $previewConsole = atom<readonly ConsoleEntry[]>([]);
