import type { ReactNode, RefObject } from 'react';
import { NARROW_QUERY, useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { useRowWindow } from '../ui/hooks/use-row-window.ts';
import type { TreeRow } from './file-tree-rows.ts';

/** Row heights in pixels, as in the stylesheet. */
const ROW = 24;
const NARROW_ROW = 40;

interface PlacedRowsProps {
  tree: RefObject<HTMLDivElement | null>;
  rows: readonly TreeRow[];
  /** Rendered even if not visible, because one has the focus, and another a name field. */
  kept: ReadonlySet<string>;
  children: (row: TreeRow, top: number | null) => ReactNode;
}

export function useRowHeight(): number {
  return useMediaQuery(NARROW_QUERY) ? NARROW_ROW : ROW;
}

/** The rows; of thousands, only the visible ones are rendered, each at its position. */
export function PlacedRows({ tree, rows, kept, children }: PlacedRowsProps) {
  const rowHeight = useRowHeight();
  const seen = useRowWindow({ container: tree, count: rows.length, rowHeight });
  const shown = rows.flatMap((row, index) => {
    if (seen === null) return [children(row, null)];
    const isShown = (index >= seen.from && index < seen.to) || kept.has(row.path);
    return isShown ? [children(row, index * rowHeight)] : [];
  });
  // The same element for short and long lists, so that a row keeps the focus when the list changes between them.
  return (
    <div role="none" className="file-tree-rows" style={seen === null ? {} : { height: rows.length * rowHeight }}>
      {shown}
    </div>
  );
}
