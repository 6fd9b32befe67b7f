import { useStore } from '@nanostores/react';
import { type RefObject, useEffect } from 'react';
import { type LayoutChangedMeta, type PanelImperativeHandle, usePanelRef } from 'react-resizable-panels';
import { onFrame } from '../../../lib/frames/on-frame.ts';
import { $paneWidths, type PaneName } from '../../../lib/stores/window.ts';

interface KeptWidth {
  panel: RefObject<PanelImperativeHandle | null>;
  onLayoutChanged(layout: unknown, meta: LayoutChangedMeta): void;
}

/**
 * Sets a pane to the width that the user has chosen in this project, or else to the usual one for the window's size, whenever one of them
 * changes.
 */
export function useKeptWidth(pane: PaneName, usual: number, isBesideOthers = true): KeptWidth {
  const panel = usePanelRef();
  const chosen = useStore($paneWidths).get(pane);
  useEffect(() => {
    if (isBesideOthers) panel.current?.resize(chosen ?? usual);
  }, [panel, chosen, usual, isBesideOthers]);
  return {
    panel,
    onLayoutChanged(_layout, { isUserInteraction }) {
      if (!isUserInteraction || !isBesideOthers) return;
      // The width after an arrow key is not rendered yet; measuring now would return the previous one.
      onFrame(() => {
        const width = Math.round(panel.current?.getSize().inPixels ?? 0);
        // A hidden pane has no width.
        if (width > 0) $paneWidths.set(new Map($paneWidths.get()).set(pane, width));
      });
    },
  };
}
