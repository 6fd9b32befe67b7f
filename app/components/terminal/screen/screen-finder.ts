import { SearchAddon } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';
import { matchColours } from './terminal-theme.ts';

export interface FindOptions {
  caseSensitive: boolean;
  wholeWord: boolean;
}

export interface FoundMatches {
  /** From 0, the oldest; `null` if no match is highlighted. */
  current: number | null;
  count: number;
  /** Whether there are more. */
  isCut: boolean;
}

/** Searches in the whole scrollback. Does not support regular expressions, which could take forever on a program's output. */
export interface ScreenFinder {
  /** `typed`: keeps the current match while the query is typed, or else finds the newest. */
  find(query: string, direction: 'typed' | 'older' | 'newer', options: FindOptions): void;
  /** Highlights the matches in the current theme's colours. */
  recolour(): void;
  end(): void;
  /** Called with the matches, also when the program prints more. Returns a function that unsubscribes. */
  onFound(listener: (found: FoundMatches) => void): () => void;
}

/** The most matches that are highlighted and counted. */
const MOST_MATCHES = 1_000;

export function createScreenFinder(screen: Terminal, element: HTMLElement): ScreenFinder {
  const search = new SearchAddon({ highlightLimit: MOST_MATCHES });
  screen.loadAddon(search);
  let last: { query: string; options: FindOptions } | null = null;
  const find: ScreenFinder['find'] = (query, direction, options) => {
    // The add-on updates its decorations only if the query changes.
    if (last !== null && !isSame(last.options, options)) search.clearDecorations();
    last = { query, options };
    const asked = { ...options, decorations: matchColours(element) };
    if (direction === 'newer') search.findNext(query, asked);
    else search.findPrevious(query, { ...asked, incremental: direction === 'typed' });
  };
  return {
    find,
    recolour() {
      if (last === null) return;
      search.clearDecorations();
      find(last.query, 'typed', last.options);
    },
    end() {
      last = null;
      search.clearDecorations();
    },
    onFound(listener) {
      const listening = search.onDidChangeResults(({ resultIndex, resultCount }) =>
        listener({ current: resultIndex === -1 ? null : resultIndex, count: resultCount, isCut: resultCount >= MOST_MATCHES }),
      );
      return () => listening.dispose();
    },
  };
}

function isSame(one: FindOptions, other: FindOptions): boolean {
  return one.caseSensitive === other.caseSensitive && one.wholeWord === other.wholeWord;
}
