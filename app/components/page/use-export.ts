import { useCallback, useState } from 'react';
import { saveProjectInFolder, saveProjectZip } from './export-project.ts';
import { folderPicker } from './ways-in/folder-picker.ts';
import { useActions } from './workbench-context.tsx';

interface Export {
  isExporting: boolean;
  /** Saves the project's files as a zip. */
  exportZip(options?: { withPackages: boolean }): Promise<void>;
  /** Asks for a folder and writes the files there; `null` if this browser cannot. */
  exportToFolder: (() => Promise<void>) | null;
}

export function useExport(): Export {
  const actions = useActions('files');
  const [isExporting, setIsExporting] = useState(false);
  const exportZip = useCallback(
    async (options?: { withPackages: boolean }) => {
      setIsExporting(true);
      await saveProjectZip(actions, options);
      setIsExporting(false);
    },
    [actions],
  );
  const exportToFolder = useCallback(async () => {
    await saveProjectInFolder(actions, () => setIsExporting(true));
    setIsExporting(false);
  }, [actions]);
  return { isExporting, exportZip, exportToFolder: folderPicker() === null ? null : exportToFolder };
}
