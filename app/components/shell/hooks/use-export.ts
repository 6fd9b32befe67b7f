import { useCallback, useState } from 'react';
import { $chat } from '../../../lib/stores/chat.ts';
import { saveBlob, zipName } from '../../../lib/workbench/save-blob.ts';
import { useActions } from '../workbench/workbench-context.tsx';

/** Saves the project's files as a zip. */
export function useExport(): { isExporting: boolean; exportZip: () => Promise<void> } {
  const actions = useActions('files');
  const [isExporting, setIsExporting] = useState(false);
  const exportZip = useCallback(async () => {
    setIsExporting(true);
    const blob = await actions.exportZip();
    if (blob !== null) saveBlob(blob, zipName($chat.get().title));
    setIsExporting(false);
  }, [actions]);
  return { isExporting, exportZip };
}
