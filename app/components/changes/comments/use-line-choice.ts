import { useMemo, useRef, useState } from 'react';
import type { DiffChoice, DiffSide } from '../../../lib/editor/create-diff-view.ts';
import type { CommentTarget } from './diff-rows.ts';

export type ChosenTarget = Extract<CommentTarget, { type: 'lines' }>;

export interface LineChoice {
  /** Null if no lines are selected. */
  chosen: ChosenTarget | null;
  /** For the view: the same object for the lifetime of the hook. */
  choice: DiffChoice;
}

/** The lines that the user has selected in a difference. Enter opens the actions for them. */
export function useLineChoice(describedBy: string, open: (target: ChosenTarget) => void): LineChoice {
  const [chosen, setChosen] = useState<ChosenTarget | null>(null);
  const newest = useRef(open);
  newest.current = open;
  const choice = useMemo((): DiffChoice => {
    const targetOf = (side: DiffSide, lines: { first: number; last: number }): ChosenTarget => ({ type: 'lines', side, ...lines });
    return {
      element: document.createElement('span'),
      describedBy,
      // When the other side loses its selection, this one stays.
      onChange: (side, lines) => setChosen((before) => (lines !== null ? targetOf(side, lines) : before?.side === side ? null : before)),
      onOpen: (side, lines) => newest.current(targetOf(side, lines)),
    };
  }, [describedBy]);
  return { chosen, choice };
}
