import { useCallback, useState } from 'react';
import { $chat } from '../../../lib/stores/chat.ts';
import { projectFileName, saveBlob } from '../../../lib/workbench/save-blob.ts';
import { folderPicker } from '../ways-in/folder-picker.ts';
import { useActions } from '../workbench/workbench-context.tsx';

interface Export {
  isExporting: boolean;
  /** Saves the project's files as a zip. */
  exportZip(options?: { withPackages: boolean }): Promise<void>;
  /** Asks for a folder and writes them there; null: not in this browser. */
  exportToFolder: (() => Promise<void>) | null;
}

export function useExport(): Export {
  const actions = useActions('files');
  const [isExporting, setIsExporting] = useState(false);
  const exportZip = useCallback(
    async (options?: { withPackages: boolean }) => {
      setIsExporting(true);
      const blob = await actions.exportZip(options);
      if (blob !== null) saveBlob(blob, `${projectFileName($chat.get().title)}.zip`);
      setIsExporting(false);
    },
    [actions],
  );
  const pick = folderPicker();
  const exportToFolder = useCallback(async () => {
    // Closed without a choice, it rejects: nothing was asked for.
    const folder = await folderPicker()?.({ mode: 'readwrite', id: 'export' }).catch(() => null);
    if (folder === null || folder === undefined) return;
    setIsExporting(true);
    await actions.exportToFolder(folder, projectFileName($chat.get().title));
    setIsExporting(false);
  }, [actions]);
  return { isExporting, exportZip, exportToFolder: pick === null ? null : exportToFolder };
}
