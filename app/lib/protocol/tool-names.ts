import { FOREIGN_PREFIX } from './mcp/foreign-tool.ts';

/** All our tools' names begin so. */
export const TOOL_PREFIX = 'devonz_';
/** How the name of any tool begins: a text codec ends the answer at the close of any call with a stop sequence for each. */
export const TOOL_PREFIXES = [TOOL_PREFIX, FOREIGN_PREFIX] as const;

/** The tools that more than their own file names. A tool that only its own file names needs no entry. */
export const TOOL_NAMES = {
  readFile: 'devonz_read_file',
  writeFile: 'devonz_write_file',
  listDirectory: 'devonz_list_directory',
  runCommand: 'devonz_run_command',
  getErrors: 'devonz_get_errors',
  searchCode: 'devonz_search_code',
  fetchUrl: 'devonz_fetch_url',
  webSearch: 'devonz_web_search',
  preview: 'devonz_preview',
  findFiles: 'devonz_find_files',
  editFile: 'devonz_edit_file',
  applyPatch: 'devonz_apply_patch',
  deleteFile: 'devonz_delete_file',
  renameFile: 'devonz_rename_file',
  memory: 'devonz_memory',
  process: 'devonz_process',
  routine: 'devonz_routine',
  history: 'devonz_history',
  help: 'devonz_help',
  delegate: 'devonz_delegate',
  updatePlan: 'devonz_update_plan',
  askUser: 'devonz_ask_user',
  taskComplete: 'devonz_task_complete',
} as const;
