import { applyPatchView } from './apply-patch.ts';
import { askUserView } from './control/ask-user.ts';
import { taskCompleteView } from './control/task-complete.ts';
import { updatePlanView } from './control/update-plan.ts';
import { delegateView } from './delegate.ts';
import { deleteFileView } from './delete-file.ts';
import { editFileView } from './edit-file.ts';
import { fetchUrlView } from './fetch-url.ts';
import { findFilesView } from './find-files.ts';
import { getErrorsView } from './get-errors.ts';
import { helpView } from './help.ts';
import { historyView } from './history.tsx';
import { listDirectoryView } from './list-directory.ts';
import { memoryView } from './memory.ts';
import { previewView } from './preview.ts';
import { processView } from './process.ts';
import { readFileView } from './read-file.ts';
import { renameFileView } from './rename-file.ts';
import { routineView } from './routine.tsx';
import { runCommandView } from './run-command.ts';
import { searchCodeView } from './search-code.ts';
import type { ToolView } from './tool-view.ts';
import { webSearchView } from './web-search.ts';
import { writeFileView } from './write-file.ts';

/** One line each; a tool without an entry has the default view. */
export const TOOL_VIEWS: readonly ToolView[] = [
  applyPatchView,
  askUserView,
  delegateView,
  deleteFileView,
  editFileView,
  fetchUrlView,
  findFilesView,
  getErrorsView,
  helpView,
  historyView,
  listDirectoryView,
  memoryView,
  previewView,
  processView,
  readFileView,
  renameFileView,
  routineView,
  runCommandView,
  searchCodeView,
  taskCompleteView,
  updatePlanView,
  webSearchView,
  writeFileView,
];
