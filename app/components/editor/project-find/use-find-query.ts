import { useEffect, useState } from 'react';
import type { FindRequest } from '../../../lib/runtime/types.ts';
import { useActions } from '../../page/workbench-context.tsx';

/** The most matches; for more, the query is too short. */
const LIMIT = 5_000;
/** Milliseconds without typing before the search starts. */
const SEARCH_AFTER = 250;

export interface FindQuery {
  query: string;
  isExpression: boolean;
  matchCase: boolean;
  wholeWord: boolean;
  include: string;
  exclude: string;
  /** `null` if nothing is to be replaced. */
  replacement: string | null;
}

/** Kept until the page is closed, for the next time that the panel opens. */
let last: FindQuery = {
  ...{ query: '', isExpression: false, matchCase: false, wholeWord: false },
  ...{ include: '', exclude: '', replacement: null },
};

/** Returns the text selected on the page, if it is a single line. */
function selectedLine(): string {
  const text = window.getSelection()?.toString() ?? '';
  return text.length <= 200 && !text.includes('\n') ? text : '';
}

/** Returns the panel's query, and searches when the user pauses typing. */
export function useFindQuery(): { query: FindQuery; change: (change: Partial<FindQuery>) => void } {
  const { findInProject } = useActions('files');
  const [query, setQuery] = useState(() => ({ ...last, query: selectedLine() || last.query }));
  useEffect(() => {
    last = query;
    const request: FindRequest = { ...query, include: query.include || null, exclude: query.exclude || null, limit: LIMIT };
    const timer = setTimeout(() => void findInProject(request), SEARCH_AFTER);
    return () => clearTimeout(timer);
  }, [query, findInProject]);
  return { query, change: (change) => setQuery((before) => ({ ...before, ...change })) };
}
