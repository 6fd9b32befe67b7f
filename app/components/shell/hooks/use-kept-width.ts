import { useStore } from '@nanostores/react';
import { type RefObject, useEffect } from 'react';
import { type LayoutChangedMeta, type PanelImperativeHandle, usePanelRef } from 'react-resizable-panels';
import { onFrame } from '../../../lib/frames/on-frame.ts';
import { $paneWidths, type PaneName } from '../../../lib/stores/window.ts';

interface KeptWidth {
  panel: RefObject<PanelImperativeHandle | null>;
  onLayoutChanged(layout: unknown, meta: LayoutChangedMeta): void;
}

/** Gives a pane the width that the user has chosen for it in this project, or else that of the window's size, whenever one of them changes. */
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
      // An arrow key's new width is not drawn yet: measured at once, it would be the one before.
      onFrame(() => {
        const width = Math.round(panel.current?.getSize().inPixels ?? 0);
        // A pane that is hidden has none.
        if (width > 0) $paneWidths.set(new Map($paneWidths.get()).set(pane, width));
      });
    },
  };
}
