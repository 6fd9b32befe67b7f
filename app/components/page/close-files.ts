import { t } from '../../lib/i18n/t.ts';
import { $fileStandings } from '../../lib/stores/files.ts';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';

/** Closes files, each after a confirmation if unsaved text would be lost. Returns whether all were closed. */
export function closeFiles(files: Pick<WorkbenchActions['files'], 'closeFile'>, paths: readonly string[]): boolean {
  const closed = paths.filter((path) => {
    const isUnsaved = $fileStandings.get().get(path) === 'unsaved';
    if (isUnsaved && !window.confirm(t('Close {path} without saving? What you typed is lost.', { path }))) return false;
    files.closeFile(path);
    return true;
  });
  return closed.length === paths.length;
}
