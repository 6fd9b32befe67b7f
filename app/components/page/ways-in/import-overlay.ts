import { droppedItems } from '../../../lib/project/import/dropped-items.ts';
import type { Overlay } from '../overlay-context.tsx';

/** One part for both: each that is loaded later costs the first page some bytes. */
const collectors = () => import('../../../lib/project/import/collectors.ts');

/** The dialog for files that a user has chosen. */
export function overlayForFiles(files: readonly File[]): Overlay {
  return {
    type: 'import',
    collect: async () => (await collectors()).collectChosen(files),
  };
}

/** The dialog for what was dropped; to be called while the drop is handled, for its entries are gone right after. */
export function overlayForDropped(dropped: Pick<DataTransfer, 'items' | 'files'>): Overlay {
  const given = droppedItems(dropped);
  if (!given.entries.some(({ isDirectory }) => isDirectory)) return overlayForFiles([...dropped.files]);
  // What looks through it is there before the dialog is.
  const collecting = collectors().then(({ collectDropped }) => collectDropped(given));
  collecting.catch(() => undefined); // The dialog hears of it.
  return { type: 'import', collect: () => collecting };
}
