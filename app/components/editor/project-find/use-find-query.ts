import { useEffect, useState } from 'react';
import type { FindRequest } from '../../../lib/runtime/types.ts';
import { useActions } from '../../page/workbench-context.tsx';

/** More matches than these are found by a longer query. */
const LIMIT = 5_000;
/** What is typed rests so long before it is looked for. Milliseconds. */
const SEARCH_AFTER = 250;

export interface FindQuery {
  query: string;
  isExpression: boolean;
  matchCase: boolean;
  wholeWord: boolean;
  include: string;
  exclude: string;
  /** null: nothing is to be replaced. */
  replacement: string | null;
}

/** Of this page: the panel has it again when it is opened again. */
let last: FindQuery = {
  ...{ query: '', isExpression: false, matchCase: false, wholeWord: false },
  ...{ include: '', exclude: '', replacement: null },
};

/** One line that is selected on the page is what is looked for. */
function selectedLine(): string {
  const text = window.getSelection()?.toString() ?? '';
  return text.length <= 200 && !text.includes('\n') ? text : '';
}

/** What the panel looks for; it is looked for as soon as typing rests. */
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
