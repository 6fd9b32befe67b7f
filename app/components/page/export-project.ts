import { projectFileName, saveBlob } from '../../lib/browser/save-blob.ts';
import { $chat } from '../../lib/stores/chat.ts';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';
import { folderPicker } from './ways-in/folder-picker.ts';

/** Saves the project's files as a zip. */
export async function saveProjectZip(files: WorkbenchActions['files'], options?: { withPackages: boolean }): Promise<void> {
  const blob = await files.exportZip(options);
  if (blob !== null) saveBlob(blob, `${projectFileName($chat.get().title)}.zip`);
}

/** Asks for a folder and writes the project's files there. `onChosen` is called when one was chosen. */
export async function saveProjectInFolder(files: WorkbenchActions['files'], onChosen?: () => void): Promise<void> {
  // Rejects if it was cancelled, which is not an error.
  const folder = await folderPicker()?.({ mode: 'readwrite', id: 'export' }).catch(() => null);
  if (folder === null || folder === undefined) return;
  onChosen?.();
  await files.exportToFolder(folder, projectFileName($chat.get().title));
}
