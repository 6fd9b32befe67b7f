import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import { $activeTab, $revealedPath } from '../../lib/stores/files.ts';
import type { TreeRow } from './file-tree-rows.ts';
import { useRowHeight } from './placed-rows.tsx';

interface RevealOptions {
  tree: RefObject<HTMLDivElement | null>;
  rows: readonly TreeRow[];
  openTo(path: string): void;
  moveFocus(path: string): void;
}

/** Scrolls the tree to the file that the editor shows, unless the focus is in the tree; a file that was requested is also focused. */
export function useReveal({ tree, rows, openTo, moveFocus }: RevealOptions): void {
  const active = useStore($activeTab);
  const asked = useStore($revealedPath);
  const rowHeight = useRowHeight();
  /** Scrolled to as soon as it has a row. */
  const wanted = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file
  useEffect(() => {
    if (active === null || tree.current?.contains(document.activeElement)) return;
    wanted.current = active;
    openTo(active);
  }, [active]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    if (asked === null) return;
    $revealedPath.set(null);
    wanted.current = asked;
    openTo(asked);
    moveFocus(asked);
  }, [asked]);
  useEffect(() => {
    const element = tree.current;
    const path = wanted.current;
    if (element === null || path === null) return;
    const index = rows.findIndex((row) => row.path === path);
    if (index === -1) return;
    wanted.current = null;
    const top = index * rowHeight;
    const isSeen = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight;
    if (!isSeen) element.scrollTop = Math.max(0, top - element.clientHeight / 2);
  });
}
