import { FOREIGN_PREFIX } from './mcp/foreign-tool.ts';

/** Prefix of the names of all our tools. */
export const TOOL_PREFIX = 'devonz_';
/** The prefixes of all tool names. A text codec needs one stop sequence for each, to end the answer after any call. */
export const TOOL_PREFIXES = [TOOL_PREFIX, FOREIGN_PREFIX] as const;

/** Tools that other files refer to by name. A tool that is named only in its own file and in the list of views needs no entry. */
export const TOOL_NAMES = {
  readFile: 'devonz_read_file',
  writeFile: 'devonz_write_file',
  listDirectory: 'devonz_list_directory',
  runCommand: 'devonz_run_command',
  getErrors: 'devonz_get_errors',
  searchCode: 'devonz_search_code',
  preview: 'devonz_preview',
  editFile: 'devonz_edit_file',
  applyPatch: 'devonz_apply_patch',
  deleteFile: 'devonz_delete_file',
  renameFile: 'devonz_rename_file',
  process: 'devonz_process',
  routine: 'devonz_routine',
  help: 'devonz_help',
  delegate: 'devonz_delegate',
  updatePlan: 'devonz_update_plan',
  askUser: 'devonz_ask_user',
  taskComplete: 'devonz_task_complete',
} as const;
