import type { SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';

/** Counting stops here: a larger number does not help, and counting happens while the user types. */
const MOST_COUNTED = 1_000;
const LONGEST_COUNTED = 500_000;

export interface MatchCount {
  total: number;
  /** Whether there are, or may be, more matches. */
  isCut: boolean;
  /** Number of the selected match, from 1; null if none is selected. */
  current: number | null;
}

/** The number of matches in the text, and which one is selected. */
export function countMatches(query: SearchQuery, state: EditorState): MatchCount {
  const end = Math.min(state.doc.length, LONGEST_COUNTED);
  const { from, to } = state.selection.main;
  const cursor = query.getCursor(state, 0, end);
  let total = 0;
  let current: number | null = null;
  for (let next = cursor.next(); !next.done; next = cursor.next()) {
    if (total === MOST_COUNTED) return { total, isCut: true, current };
    total++;
    if (next.value.from === from && next.value.to === to) current = total;
  }
  return { total, isCut: end < state.doc.length, current };
}
