import { SearchAddon } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';
import { matchColours } from './terminal-theme.ts';

export interface FindOptions {
  caseSensitive: boolean;
  wholeWord: boolean;
}

export interface FoundMatches {
  /** From 0, the oldest; null: none of them is shown. */
  current: number | null;
  count: number;
  /** There are more. */
  isCut: boolean;
}

/** Finds in all that a screen remembers. No expressions: of text that a program chooses, one could take for ever. */
export interface ScreenFinder {
  /** `typed`: the newest match of what is being typed, or the one that is shown already. */
  find(query: string, direction: 'typed' | 'older' | 'newer', options: FindOptions): void;
  /** Marks what is found in the colours that are in force now. */
  recolour(): void;
  end(): void;
  /** Called with what there is, also when the program prints more; returns the unsubscriber. */
  onFound(listener: (found: FoundMatches) => void): () => void;
}

/** Matches that are marked and counted. */
const MOST_MATCHES = 1_000;

export function createScreenFinder(screen: Terminal, element: HTMLElement): ScreenFinder {
  const search = new SearchAddon({ highlightLimit: MOST_MATCHES });
  screen.loadAddon(search);
  let last: { query: string; options: FindOptions } | null = null;
  const find: ScreenFinder['find'] = (query, direction, options) => {
    // The add-on marks other matches only when the words are others.
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
