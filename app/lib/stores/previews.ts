import { atom } from 'nanostores';

export interface Preview {
  port: number;
  url: string;
}
/** Open ports, oldest first. */
export const $previews = atom<readonly Preview[]>([]);
export const $activePort = atom<number | null>(null);

/** The palette wants the page on the whole screen. */
export const $isFullScreenAsked = atom(false);

/** Where a page has gone since its frame was opened, as it says itself. */
export interface PagePlace {
  /** With query and hash. */
  path: string;
  /** Within its frame's own history. */
  canGoBack: boolean;
  canGoForward: boolean;
}
/** Of the pages that are shown, by port. */
export const $pagePlaces = atom<ReadonlyMap<number, PagePlace>>(new Map());

export interface ConsoleEntry {
  id: number;
  port: number;
  /** `network`: a request of the page that failed. */
  level: 'error' | 'warn' | 'info' | 'log' | 'network';
  message: string;
  stack?: string;
  at: number;
}
/** At most the last 500. */
export const $previewConsole = atom<readonly ConsoleEntry[]>([]);
