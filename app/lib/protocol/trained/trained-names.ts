import { TOOL_NAMES, TOOL_PREFIX } from '../tool-names.ts';

/**
 * Names that models know from other products, for our tools and their fields. A name is used only if it is unambiguous, and a tool's own
 * fields always take precedence. Case and dashes do not matter.
 */
interface TrainedNames {
  /** Other names of the tool, in addition to its own without the prefix. */
  tool: string;
  /** Names of other products' tools that do one action of this tool, by action. */
  actions?: Names;
  /** Names of other products' tools that do the same by arguments which cannot be converted: a refusal leads from them to this tool. */
  near?: string;
  /** Other names of the fields, by field. */
  fields: Names;
  /** Other names of the fields of each item, by list. */
  items?: Readonly<Record<string, Names>>;
  /** Other words for the values of an item's field, by field and value. */
  values?: Readonly<Record<string, Names>>;
}

type Names = Readonly<Record<string, string>>;

const FILE = 'file_path filepath file filename target_file absolute_path relative_path path_to_file';
const FOLDER = 'dir directory folder dir_path directory_path folder_path target_directory relative_workspace_path';
const REASON = { reasoning: 'explanation description rationale' } as const;

/** An action of another product that types if there is something to type, and else waits (`with-process-action.ts`). */
export const TYPED_OR_WAITED = 'type_or_wait';

/** Fields of a single edit. */
export const EDIT_NAMES: Names = {
  find: 'old_string old_str old_text old search original',
  replace: 'new_string new_str new_text new replacement insert_text',
  all: 'replace_all allow_multiple',
  afterLine: 'insert_line insert_after_line',
};

/** Fields of a step of a plan. */
const STEP_NAMES: Names = { id: 'step_id task_id todo_id', objective: 'step content title task description text todo', status: 'state' };
const STATUS_NAMES: Names = { not_started: 'pending todo', in_progress: 'doing', completed: 'complete done finished', blocked: '' };

export const TRAINED_NAMES: Readonly<Record<string, TrainedNames>> = {
  [TOOL_NAMES.readFile]: {
    tool: 'read view_file open_file cat_file',
    near: 'read_many_files',
    fields: {
      path: FILE,
      startLine: 'line_start from_line first_line start_line_one_indexed',
      endLine: 'line_end to_line last_line end_line_one_indexed_inclusive end_line_one_indexed',
    },
  },
  [TOOL_NAMES.writeFile]: {
    tool: 'write create_file write_to_file save_file',
    fields: { path: FILE, content: 'contents file_text text file_content file_contents code_content', ...REASON },
  },
  [TOOL_NAMES.editFile]: {
    tool: 'edit multi_edit str_replace string_replace replace replace_in_file search_replace',
    fields: { path: FILE, edits: 'replacements', ...REASON },
    items: { edits: EDIT_NAMES },
  },
  [TOOL_NAMES.applyPatch]: { tool: 'patch', fields: { patch: 'input diff unified_diff patch_text patch_content', ...REASON } },
  [TOOL_NAMES.deleteFile]: { tool: 'remove_file', fields: { path: FILE, ...REASON } },
  [TOOL_NAMES.renameFile]: {
    tool: 'move_file',
    fields: {
      path: `old_path from from_path source source_path src ${FILE}`,
      newPath: 'to to_path destination destination_path target_path dest',
      ...REASON,
    },
  },
  [TOOL_NAMES.listDirectory]: { tool: 'ls list list_dir list_files', fields: { path: FOLDER, maxDepth: 'depth' } },
  devonz_find_files: {
    tool: 'glob file_search glob_file_search',
    fields: { pattern: 'glob glob_pattern query', path: FOLDER, maxResults: 'limit max_files' },
  },
  [TOOL_NAMES.searchCode]: {
    tool: 'grep grep_search grep_files search_file_content search_files ripgrep',
    near: 'codebase_search semantic_search',
    fields: {
      query: 'pattern regex search_term search_query regexp',
      path: `${FOLDER} ${FILE}`,
      includePattern: 'include glob file_pattern include_glob',
      excludePattern: 'exclude exclude_glob',
      maxResults: 'head_limit limit max_count',
      context: 'context_lines -C',
    },
  },
  [TOOL_NAMES.runCommand]: {
    tool: 'bash shell run_terminal_cmd execute_command run_shell_command exec_command container.exec local_shell shell_command run_terminal_command',
    fields: {
      command: 'cmd shell_command command_line',
      cwd: `workdir working_directory work_dir working_dir ${FOLDER}`,
      timeout: 'timeout_ms timeout_millis timeout_milliseconds yield_time_ms',
      ...REASON,
    },
  },
  [TOOL_NAMES.process]: {
    tool: '',
    actions: {
      logs: 'bash_output read_process_output get_terminal_output task_output',
      kill: 'kill_shell kill_bash task_stop',
      [TYPED_OR_WAITED]: 'write_stdin',
    },
    fields: {
      processId: 'pid bash_id shell_id session_id id',
      text: 'input chars',
      timeout: 'timeout_ms yield_time_ms',
      tail: 'lines',
      ...REASON,
    },
  },
  [TOOL_NAMES.getErrors]: { tool: 'read_lints diagnostics', fields: {} },
  devonz_fetch_url: { tool: 'web_fetch read_url', fields: { url: 'uri address link', maxCharacters: 'max_length' } },
  devonz_web_search: { tool: 'google_web_search search_web', fields: { query: 'search_term search_query q' } },
  [TOOL_NAMES.askUser]: {
    tool: 'ask_followup_question ask_user_question question request_user_input',
    fields: { question: 'text message prompt' },
  },
  [TOOL_NAMES.taskComplete]: { tool: 'attempt_completion complete_task', fields: { summary: 'result message text' } },
  [TOOL_NAMES.updatePlan]: {
    tool: 'todo_write write_todos update_todos update_todo_list',
    near: 'todo_read',
    fields: { subgoals: 'plan todos todo_list steps' },
    items: { subgoals: STEP_NAMES, update: STEP_NAMES },
    values: { status: STATUS_NAMES },
  },
  devonz_history: { tool: '', near: 'undo_edit checkpoint_restore restore', fields: { path: FILE } },
  [TOOL_NAMES.preview]: {
    tool: '',
    near: 'browser_action browser_navigate take_screenshot view_image',
    fields: { path: 'url_path route' },
  },
  devonz_memory: { tool: 'save_memory', fields: {} },
  [TOOL_NAMES.delegate]: { tool: 'task', near: 'spawn_agent new_task', fields: { task: 'prompt' } },
  [TOOL_NAMES.help]: { tool: '', near: 'get_internal_docs load_mcp_documentation', fields: {} },
};

/** Describes the tools that a request only names, and passes calls of them on. */
export const PASSING_TOOL: string = TOOL_NAMES.help;

/** Tools of other products whose `command` argument selects one of our tools. */
const EDITORS: ReadonlySet<string> = new Set(['strreplaceeditor', 'strreplacebasededittool', 'texteditor']);
const EDITOR_COMMANDS: ReadonlyMap<string, string> = new Map([
  ['view', TOOL_NAMES.readFile],
  ['create', TOOL_NAMES.writeFile],
  ['str_replace', TOOL_NAMES.editFile],
  ['insert', TOOL_NAMES.editFile],
]);
/** Prefixes that some products put before the name of a tool. */
const NAMESPACE = /^(?:functions|default_api|tools)[.:]/;

/** Removes case and dashes. A name such as `-n` stays unchanged. */
export function bareName(name: string): string {
  return /^-\w$/.test(name) ? name : name.toLowerCase().replace(/[_\-\s]/g, '');
}

const TOOLS: ReadonlyMap<string, string> = new Map(
  [...Object.values(TOOL_NAMES), ...Object.keys(TRAINED_NAMES)].flatMap((own) => [
    [bareName(own), own] as const,
    [bareName(own.slice(TOOL_PREFIX.length)), own] as const,
    ...namesOfTool(own).map((name) => [name, own] as const),
  ]),
);

const FIELDS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(TRAINED_NAMES).map(([tool, { fields }]) => [tool, byName(fields)]),
);

/** For each tool and list, the field of ours by its names. */
const ITEM_FIELDS: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>> = new Map(
  Object.entries(TRAINED_NAMES).map(([tool, { items = {} }]) => [
    tool,
    new Map(Object.entries(items).map(([list, fields]) => [list, byName(fields)])),
  ]),
);

/** The names of the fields in the items of a list; empty if the items have none. */
export function itemFields(toolName: string, list: string): ReadonlyMap<string, string> {
  return ITEM_FIELDS.get(toolName)?.get(list) ?? new Map();
}

/** Returns the value of ours for another product's word for it; the word itself if there is none. */
export function trainedValue(toolName: string, field: string, word: string): string {
  const values = TRAINED_NAMES[toolName]?.values?.[field];
  return (values === undefined ? undefined : byName(values).get(bareName(word))) ?? word;
}

function namesOfTool(own: string): string[] {
  const { tool = '', actions = {} } = TRAINED_NAMES[own] ?? {};
  return [tool, ...Object.values(actions)].flatMap(named);
}

/** Returns the action of our tool that another product's tool of this name does; null if its name tells none. */
export function trainedAction(own: string, name: string): string | null {
  const bare = bareToolName(name);
  return Object.entries(TRAINED_NAMES[own]?.actions ?? {}).find(([, names]) => named(names).includes(bare))?.[0] ?? null;
}

function named(names: string): string[] {
  return names
    .split(' ')
    .filter((name) => name !== '')
    .map(bareName);
}

function byName(fields: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(fields).flatMap(([field, names]) => named(`${field} ${names}`).map((name) => [name, field] as const)));
}

/**
 * Returns our tool for another product's tool name, or for its own name without the prefix; null if there is none. `command` is the
 * argument of an editor with commands; `known` are the names of all existing tools.
 */
export function trainedTool(name: string, command: unknown, known: readonly string[]): string | null {
  const bare = bareToolName(name);
  if (EDITORS.has(bare)) return (typeof command === 'string' ? EDITOR_COMMANDS.get(command) : undefined) ?? null;
  return TOOLS.get(bare) ?? known.find((own) => isNamed(own, bare)) ?? null;
}

/** Returns our tool to which another product's tool leads whose arguments cannot be converted; null if there is none. */
export function relatedTool(name: string): string | null {
  const bare = bareToolName(name);
  const found = Object.entries(TRAINED_NAMES).find(([, { near = '' }]) => named(near).includes(bare));
  return found?.[0] ?? null;
}

function isNamed(own: string, bare: string): boolean {
  return own.startsWith(TOOL_PREFIX) && (bareName(own) === bare || bareName(own.slice(TOOL_PREFIX.length)) === bare);
}

/** Returns true for an editor with commands, whose `command` is not a field of ours. */
export function isEditor(name: string): boolean {
  return EDITORS.has(bareToolName(name));
}

/** Some models put our prefix before a name that they know. */
function bareToolName(name: string): string {
  const local = name.replace(NAMESPACE, '');
  return bareName(local.startsWith(TOOL_PREFIX) ? local.slice(TOOL_PREFIX.length) : local);
}

/** Returns the tool's field for another product's field name; null if there is none. `own` are the tool's fields. */
export function trainedField(toolName: string, name: string, own: readonly string[]): string | null {
  if (own.includes(name)) return name;
  const bare = bareName(name);
  return own.find((field) => bareName(field) === bare) ?? FIELDS.get(toolName)?.get(bare) ?? null;
}
