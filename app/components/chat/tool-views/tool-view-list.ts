import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
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

/** By the names of the tools. A tool without an entry has the default view. */
export const TOOL_VIEWS: Readonly<Record<string, ToolView>> = {
  [TOOL_NAMES.applyPatch]: applyPatchView,
  [TOOL_NAMES.askUser]: askUserView,
  [TOOL_NAMES.delegate]: delegateView,
  [TOOL_NAMES.deleteFile]: deleteFileView,
  [TOOL_NAMES.editFile]: editFileView,
  devonz_fetch_url: fetchUrlView,
  devonz_find_files: findFilesView,
  [TOOL_NAMES.getErrors]: getErrorsView,
  [TOOL_NAMES.help]: helpView,
  devonz_history: historyView,
  [TOOL_NAMES.listDirectory]: listDirectoryView,
  devonz_memory: memoryView,
  [TOOL_NAMES.preview]: previewView,
  [TOOL_NAMES.process]: processView,
  [TOOL_NAMES.readFile]: readFileView,
  [TOOL_NAMES.renameFile]: renameFileView,
  [TOOL_NAMES.routine]: routineView,
  [TOOL_NAMES.runCommand]: runCommandView,
  [TOOL_NAMES.searchCode]: searchCodeView,
  [TOOL_NAMES.taskComplete]: taskCompleteView,
  [TOOL_NAMES.updatePlan]: updatePlanView,
  devonz_web_search: webSearchView,
  [TOOL_NAMES.writeFile]: writeFileView,
};
