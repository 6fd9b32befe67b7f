import { useMemo, useState } from 'react';
import type { ApprovalAnswer } from '../../lib/protocol/tool-call.ts';

/** Which hunks of a change the user leaves out, with the reason for each. */
export interface HunkChoice {
  refused: ReadonlyMap<number, string>;
  /** Hunks in all; 0 until the change has been read. */
  count: number;
  setCount(count: number): void;
  toggle(hunk: number): void;
  explain(hunk: number, reason: string): void;
}

export function useHunkChoice(): HunkChoice {
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [count, setCount] = useState(0);
  return useMemo(
    () => ({
      refused,
      count,
      setCount,
      toggle(hunk) {
        const next = new Map(refused);
        if (!next.delete(hunk)) next.set(hunk, '');
        setRefused(next);
      },
      explain: (hunk, reason) => setRefused(new Map(refused).set(hunk, reason)),
    }),
    [refused, count],
  );
}

/** What approving means now: all of it, or only the hunks that are left; null when none is. */
export function approvalOf({ refused, count }: Pick<HunkChoice, 'refused' | 'count'>): ApprovalAnswer | null {
  if (refused.size === 0) return { decision: 'approve' };
  const accepted = Array.from({ length: count }, (_, hunk) => hunk).filter((hunk) => !refused.has(hunk));
  if (accepted.length === 0) return null;
  const reasons = [...refused].flatMap(([hunk, reason]) => (reason.trim() === '' ? [] : [{ hunk, reason: reason.trim() }]));
  return { decision: 'hunks', accepted, ...(reasons.length === 0 ? {} : { reasons }) };
}
