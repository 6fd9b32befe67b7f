import { droppedItems } from '../../../lib/project/import/dropped-items.ts';
import type { Overlay } from '../overlay-context.tsx';

/** One chunk for both, because each chunk adds some bytes to the first load. */
const collectors = () => import('../../../lib/project/import/collectors.ts');

/** Returns the import dialog for files that the user has chosen. */
export function overlayForFiles(files: readonly File[]): Overlay {
  return {
    type: 'import',
    collect: async () => (await collectors()).collectChosen(files),
  };
}

/** Returns the import dialog for dropped items. Call it during the drop event, because the entries are gone after it. */
export function overlayForDropped(dropped: Pick<DataTransfer, 'items' | 'files'>): Overlay {
  const given = droppedItems(dropped);
  if (!given.entries.some(({ isDirectory }) => isDirectory)) return overlayForFiles([...dropped.files]);
  // The code that reads it loads before the dialog does.
  const collecting = collectors().then(({ collectDropped }) => collectDropped(given));
  collecting.catch(() => undefined); // The dialog handles the error.
  return { type: 'import', collect: () => collecting };
}
