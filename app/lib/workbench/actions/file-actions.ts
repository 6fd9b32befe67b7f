import { createLockService, moveLocks } from '../../chat/lock-service.ts';
import { t } from '../../i18n/t.ts';
import { createExportService } from '../../project/export/export-service.ts';
import { createFindService } from '../../project/find-service.ts';
import { createFormatService } from '../../project/format/format-service.ts';
import { createTreeService } from '../../project/tree/tree-service.ts';
import { $chat } from '../../stores/chat.ts';
import { askSecretQuestion } from '../../stores/secret-question.ts';
import type { WorkbenchActions } from '../workbench-actions.ts';
import type { WorkbenchServices } from '../workbench-services.ts';

/** Changes to the open project's files by the tree, the editor and the palette. */
export function fileActions({ ports, stores, open, chats, notices, reminder }: WorkbenchServices): WorkbenchActions['files'] {
  const { project, editor, runtime } = open;
  const { session } = chats.current;
  const locks = createLockService({ session, notices });
  const renamePath = async (from: string, to: string) => {
    const isDone = await editor.renamePath(from, to);
    if (isDone) await moveLocks(from, to, locks.setLock);
    return isDone;
  };
  const tree = createTreeService({
    project,
    batches: stores.batches,
    notices,
    editor: { deletePath: editor.deletePath, renamePath },
    openChatId: () => session()?.chatId ?? null,
  });
  const format = createFormatService({ workspace: project.workspace('user'), format: ports.projects.format, notices });
  const find = createFindService({ project, lockedPaths: () => $chat.get().lockedPaths });
  const exporting = createExportService({
    notices,
    project,
    runtime,
    onExported: () => reminder.exported(),
    chooseSecrets: askSecretQuestion,
  });
  return {
    openFile: editor.openFile,
    showText: editor.showText,
    closeFile: editor.closeFile,
    editFile: editor.editFile,
    saveFile: editor.saveFile,
    settleConflict: editor.settleConflict,
    createFile: editor.createFile,
    applyCode: editor.applyCode,
    createFolder: editor.createFolder,
    renamePath,
    deletePath: tree.deletePath,
    movePath: tree.movePath,
    uploadInto: tree.uploadInto,
    setLock: locks.setLock,
    formatText: format.formatText,
    findInProject: find.findInProject,
    replaceFound: find.replaceFound,
    undoReplacement: find.undoReplacement,
    exportZip: exporting.exportZip,
    exportFile: exporting.exportFile,
    exportFolder: exporting.exportFolder,
    exportToFolder: exporting.exportToFolder,
    readProject: () => notices.guard(t('The project could not be read'), () => project.settledContents()),
  };
}
