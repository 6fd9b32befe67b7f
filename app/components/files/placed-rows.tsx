import type { ReactNode, RefObject } from 'react';
import { NARROW_QUERY, useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { useRowWindow } from '../ui/hooks/use-row-window.ts';
import type { TreeRow } from './file-tree-rows.ts';

/** As the sheet has them, in pixels. */
const ROW = 24;
const NARROW_ROW = 40;

interface PlacedRowsProps {
  tree: RefObject<HTMLDivElement | null>;
  rows: readonly TreeRow[];
  /** Drawn also while they are out of sight: one has the focus, one has what has been typed. */
  kept: ReadonlySet<string>;
  children: (row: TreeRow, top: number | null) => ReactNode;
}

export function useRowHeight(): number {
  return useMediaQuery(NARROW_QUERY) ? NARROW_ROW : ROW;
}

/** The rows; of thousands those that are seen, each at its place. */
export function PlacedRows({ tree, rows, kept, children }: PlacedRowsProps) {
  const rowHeight = useRowHeight();
  const seen = useRowWindow({ container: tree, count: rows.length, rowHeight });
  const shown = rows.flatMap((row, index) => {
    if (seen === null) return [children(row, null)];
    const isShown = (index >= seen.from && index < seen.to) || kept.has(row.path);
    return isShown ? [children(row, index * rowHeight)] : [];
  });
  // The same element for short and long lists: a row keeps the focus when its list becomes the other.
  return (
    <div role="none" className="file-tree-rows" style={seen === null ? {} : { height: rows.length * rowHeight }}>
      {shown}
    </div>
  );
}
