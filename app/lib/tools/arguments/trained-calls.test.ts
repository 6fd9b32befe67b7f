import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meantCall } from '../../agent/answers/meant/meant-call.ts';
import { toolSignature } from '../../agent/conversation/tool-parameters.ts';
import type { JsonValue } from '../../protocol/json-value.ts';
import { nearTools } from '../../protocol/trained/near-tools.ts';
import { TRAINED_NAMES } from '../../protocol/trained/trained-names.ts';
import { toolOffers } from '../../step/tool-offers.ts';
import { TOOL_REGISTRY, TOOLS } from '../index.ts';
import { runTool, toolContext } from '../testing/run-tool.ts';

type Input = Record<string, JsonValue>;

const FILES = { 'a.txt': 'one\ntwo\nthree\n', 'src/b.ts': 'export const b = 1;\n' };
const list = (names: string | undefined) => (names ?? '').split(' ').filter((name) => name !== '');
const camel = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
const pascal = (name: string) => camel(`_${name}`);
const withoutAction = ({ action: _action, ...rest }: Input): Input => rest;
const toolOf = (name: string) => TOOL_REGISTRY.get(name) ?? expect.unreachable(name);
const meant = (name: string, input: Input) => meantCall(name, input, TOOLS);
const planOf = (name: string, input: Input) => toolOf(name).plan(input, toolContext(FILES));

/** A call of each tool by our names, with every field that has other names. */
const OURS: Readonly<Record<string, Input>> = {
  devonz_read_file: { path: 'a.txt', startLine: 1, endLine: 2 },
  devonz_write_file: { path: 'c.txt', content: 'new\n', reasoning: 'why' },
  devonz_edit_file: { path: 'a.txt', edits: [{ find: 'two', replace: '2', all: true }], reasoning: 'why' },
  devonz_apply_patch: { patch: '*** Begin Patch\n*** Delete File: a.txt\n*** End Patch', reasoning: 'why' },
  devonz_delete_file: { path: 'a.txt', reasoning: 'why' },
  devonz_rename_file: { path: 'a.txt', newPath: 'd.txt', reasoning: 'why' },
  devonz_list_directory: { path: 'src', maxDepth: 2 },
  devonz_find_files: { pattern: '*.ts', path: 'src', maxResults: 5 },
  devonz_search_code: { query: 'b', path: 'src', includePattern: '*.ts', excludePattern: '*.md', maxResults: 5, context: 1 },
  devonz_run_command: { command: 'npm test', cwd: 'src', timeout: 500, reasoning: 'why' },
  devonz_process: { action: 'logs', processId: 'p1', text: 'x', timeout: 700, tail: 5, reasoning: 'why' },
  devonz_fetch_url: { url: 'https://example.com/', maxCharacters: 10 },
  devonz_web_search: { query: 'words' },
  devonz_ask_user: { question: 'Which?' },
  devonz_task_complete: { summary: 'Done.' },
  devonz_update_plan: { subgoals: [{ id: 'a', objective: 'A', status: 'in_progress' }] },
  devonz_history: { action: 'diff', path: 'a.txt', before: 'this task' },
  devonz_preview: { path: '/about' },
  devonz_memory: { action: 'add', fact: 'A fact.' },
  devonz_delegate: { task: 'Do it.' },
  devonz_get_errors: {},
  devonz_help: {},
};
/** Calls in addition, for what the first one of a tool cannot have beside the rest. */
const MORE: readonly (readonly [string, Input])[] = [
  ['devonz_edit_file', { path: 'a.txt', edits: [{ find: '', replace: 'between', afterLine: 2 }] }],
  ['devonz_update_plan', { update: [{ id: 'a', objective: 'A', status: 'completed' }] }],
  ['devonz_process', { action: 'kill', processId: 'p1', reasoning: 'why' }],
];

/** Each way to say one of our calls in other words: one word is replaced. */
function* aliasesOf(tool: string, input: Input): Generator<readonly [string, Input]> {
  const { tool: names, actions = {}, fields, items = {}, values = {} } = TRAINED_NAMES[tool] ?? expect.unreachable(tool);
  for (const [action, others] of Object.entries(actions))
    for (const name of list(others))
      if (input.action === action) for (const spelt of [name, pascal(name)]) yield [spelt, withoutAction(input)];
  for (const name of list(names)) for (const spelt of [name, camel(name), `functions.${name}`, `devonz_${name}`]) yield [spelt, input];
  for (const [field, others] of Object.entries(fields)) {
    const { [field]: value, ...rest } = input;
    if (value === undefined) continue;
    for (const name of list(others)) for (const spelt of [name, camel(name)]) yield [tool, { ...rest, [spelt]: value }];
  }
  for (const [field, others] of Object.entries(items)) {
    const given = input[field];
    if (!Array.isArray(given)) continue;
    for (const [inner, innerNames] of Object.entries(others).filter(([name]) => JSON.stringify(given).includes(`"${name}"`)))
      for (const name of list(innerNames)) {
        const renamed = given.map((item) => ({ ...withName(item, inner, name) }));
        yield [tool, { ...input, [field]: renamed }];
        yield [tool, { ...input, [field]: JSON.stringify(renamed) }];
      }
    for (const [inner, words] of Object.entries(values))
      for (const [ours, foreign] of Object.entries(words))
        for (const word of [ours.toUpperCase(), ours.replace('_', '-'), ...list(foreign)].filter((each) => each !== ours)) {
          const said = given.map((item) => ({ ...withName(item, '', ''), [inner]: word }));
          if (given.every((item) => JSON.stringify(item).includes(`"${ours}"`))) yield [tool, { ...input, [field]: said }];
        }
  }
}

function withName(item: JsonValue, field: string, name: string): Input {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return expect.unreachable();
  return Object.fromEntries(Object.entries(item).map(([key, value]) => [key === field ? name : key, value]));
}

const CALLS = [...Object.entries(OURS), ...MORE];

test.each(CALLS)('every other name in a call of %s, in %j, makes the same plan', async (tool, input) => {
  expect(toolOf(tool).problemOf(input)).toBeNull();
  const plan = JSON.stringify(await planOf(tool, input));
  for (const [name, given] of aliasesOf(tool, input)) {
    const read = meant(name, given);
    expect({ name, given, tool: read.toolName, input: read.input }).toEqual({ name, given, tool, input });
    expect(read.readings.length).toBeGreaterThan(0);
    expect(JSON.stringify(await planOf(read.toolName, { ...read.input })), `${name} ${JSON.stringify(given)}`).toBe(plan);
  }
});

test('several of them at once make the same plan too', async () => {
  const spoken = CALLS.flatMap(([tool, input]) =>
    list(TRAINED_NAMES[tool]?.tool).length === 0 ? [] : [{ tool, input, trained: TRAINED_NAMES[tool] ?? expect.unreachable() }],
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...spoken), fc.infiniteStream(fc.nat(40)), async ({ tool, input, trained }, picks) => {
      const pick = (names: readonly string[]) => names[(picks.next().value ?? 0) % names.length] ?? expect.unreachable();
      const words = Object.fromEntries(
        Object.entries(input).map(([field, value]) => {
          const inner = trained.items?.[field] ?? {};
          const named = Array.isArray(value)
            ? value.map((item) =>
                Object.entries(inner).reduce<Input>(
                  (all, [own, names]) => withName(all, own, pick([own, ...list(names)])),
                  withName(item, '', ''),
                ),
              )
            : value;
          return [pick([field, ...list(trained.fields[field])]), named];
        }),
      );
      const read = meant(pick([tool, ...list(trained.tool)]), words);
      expect({ words, tool: read.toolName, input: read.input }).toEqual({ words, tool, input });
      expect(JSON.stringify(await planOf(tool, { ...read.input }))).toBe(JSON.stringify(await planOf(tool, input)));
    }),
    { numRuns: 300 },
  );
});

test('each tool with other names has a call above, with each field that has them', () => {
  expect(Object.keys(OURS).toSorted()).toEqual(Object.keys(TRAINED_NAMES).toSorted());
  for (const [tool, { fields, items = {} }] of Object.entries(TRAINED_NAMES)) {
    for (const field of Object.keys(fields)) expect(Object.keys(OURS[tool] ?? {}), tool).toContain(field);
    for (const [field, inner] of Object.entries(items)) {
      const given = CALLS.flatMap(([name, input]) => (name === tool && Array.isArray(input[field]) ? input[field] : []));
      for (const name of Object.keys(inner)) expect(JSON.stringify(given), `${tool} ${field}`).toContain(`"${name}"`);
    }
  }
});

test.each<[string, string, Input, string, Input]>([
  [
    'a look at output',
    'BashOutput',
    { bash_id: 'p1', filter: 'error' },
    'devonz_process',
    { action: 'logs', processId: 'p1', filter: 'error' },
  ],
  ['an end', 'KillShell', { shell_id: 'p1' }, 'devonz_process', { action: 'kill', processId: 'p1' }],
  ['typing', 'write_stdin', { session_id: 'p1', chars: 'y\n' }, 'devonz_process', { action: 'input', processId: 'p1', text: 'y\n' }],
  ['an interruption', 'write_stdin', { session_id: 'p1', chars: '\u0003' }, 'devonz_process', { action: 'ctrl_c', processId: 'p1' }],
  [
    'waiting by typing nothing',
    'write_stdin',
    { session_id: 'p1', chars: '', yield_time_ms: 5_000 },
    'devonz_process',
    { action: 'wait', processId: 'p1', timeout: 5_000 },
  ],
  [
    'typing Enter by our name',
    'devonz_process',
    { action: 'input', processId: 'p1', text: '' },
    'devonz_process',
    { action: 'input', processId: 'p1', text: '' },
  ],
  [
    'a server',
    'Bash',
    { command: 'npm run dev', run_in_background: true },
    'devonz_run_command',
    { command: 'npm run dev', timeout: 1_000 },
  ],
  ['no server', 'run_terminal_cmd', { command: 'ls', is_background: false }, 'devonz_run_command', { command: 'ls' }],
  [
    'the plan of codex',
    'update_plan',
    {
      plan: [
        { step: 'A', status: 'completed' },
        { step: 'B', status: 'in_progress' },
        { step: 'C', status: 'pending' },
      ],
      explanation: 'why',
    },
    'devonz_update_plan',
    {
      subgoals: [
        { id: '1', objective: 'A', status: 'completed' },
        { id: '2', objective: 'B', status: 'in_progress' },
        { id: '3', objective: 'C', status: 'not_started' },
      ],
      explanation: 'why',
    },
  ],
  [
    'the list of Claude Code',
    'TodoWrite',
    { todos: [{ content: 'A', status: 'pending', activeForm: 'Doing A' }] },
    'devonz_update_plan',
    { subgoals: [{ id: '1', objective: 'A', status: 'not_started', activeForm: 'Doing A' }] },
  ],
  [
    'one with ids and changes',
    'todo_write',
    { merge: true, todos: [{ id: 2, status: 'completed' }] },
    'devonz_update_plan',
    { update: [{ id: '2', status: 'completed' }] },
  ],
  [
    'a whole one with numbers',
    'todo_write',
    { merge: false, todos: [{ id: 7, content: 'A', status: 'todo' }] },
    'devonz_update_plan',
    { subgoals: [{ id: '7', objective: 'A', status: 'not_started' }] },
  ],
  [
    'a list with check boxes',
    'update_todo_list',
    { todos: '[x] A\n[-] B\n- [ ] C' },
    'devonz_update_plan',
    {
      subgoals: [
        { id: '1', objective: 'A', status: 'completed' },
        { id: '2', objective: 'B', status: 'in_progress' },
        { id: '3', objective: 'C', status: 'not_started' },
      ],
    },
  ],
  [
    'steps as texts',
    'devonz_update_plan',
    { steps: ['A'] },
    'devonz_update_plan',
    { subgoals: [{ id: '1', objective: 'A', status: 'not_started' }] },
  ],
  [
    'an insertion',
    'str_replace_based_edit_tool',
    { command: 'insert', path: 'a.txt', insert_line: 2, insert_text: 'x' },
    'devonz_edit_file',
    { path: 'a.txt', edits: [{ find: '', replace: 'x', afterLine: 2 }] },
  ],
  [
    'an insertion by its older field, as text',
    'str_replace_editor',
    { command: 'insert', path: 'a.txt', insert_line: '0', new_str: 'x\n' },
    'devonz_edit_file',
    { path: 'a.txt', edits: [{ find: '', replace: 'x\n', afterLine: 0 }] },
  ],
  [
    'blocks of a search and its replacement',
    'replace_in_file',
    { path: 'a.txt', diff: '------- SEARCH\ntwo\n=======\n2\n+++++++ REPLACE\n<<<<<<< SEARCH\none\n=======\n>>>>>>> REPLACE\n' },
    'devonz_edit_file',
    {
      path: 'a.txt',
      edits: [
        { find: 'two', replace: '2' },
        { find: 'one', replace: '' },
      ],
    },
  ],
  [
    'the address of the own page',
    'devonz_preview',
    { url: 'http://localhost:5173/a?b=1#c' },
    'devonz_preview',
    { port: 5173, path: '/a?b=1#c' },
  ],
  ['a page alone', 'devonz_preview', { url: '/about' }, 'devonz_preview', { path: '/about' }],
  ['a file of the past', 'devonz_history', { file_path: 'a.txt' }, 'devonz_history', { path: 'a.txt' }],
  ['a fact alone', 'save_memory', { fact: 'A.' }, 'devonz_memory', { action: 'add', fact: 'A.' }],
  [
    'questions with choices',
    'AskUserQuestion',
    {
      questions: [
        { question: 'Which?', header: 'H', options: [{ label: 'A', description: 'the first' }, { label: 'B' }], multiSelect: false },
      ],
    },
    'devonz_ask_user',
    { question: 'Which?\n- A: the first\n- B' },
  ],
  ['choices as text', 'ask_followup_question', { question: 'Which?', options: '["A"]' }, 'devonz_ask_user', { question: 'Which?\n- A' }],
  ['a search without case', 'Grep', { pattern: 'b', '-i': true, '-A': 2, '-B': 1 }, 'devonz_search_code', { query: '(?i)b', context: 2 }],
  ['a page in words', 'web_fetch', { prompt: 'Sum up https://example.com/a.' }, 'devonz_fetch_url', { url: 'https://example.com/a' }],
])('%s', (_title, name, input, toolName, fields) => {
  expect(meant(name, input)).toMatchObject({ toolName, input: fields });
  expect(Object.keys(meant(name, input).input)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(toolOf(toolName).problemOf(meant(name, input).input)).toBeNull();
});

test.each<[string, Input]>([
  ['devonz_preview', { url: 'https://example.com:8080/a' }],
  ['devonz_preview', { url: 'http://localhost:1/a', port: 2 }],
  ['devonz_preview', { url: '//example.com/a' }],
  ['devonz_update_plan', { subgoals: 'first A, then B' }],
  ['devonz_update_plan', { subgoals: '[x] A\nthen B' }],
  ['devonz_update_plan', { subgoals: [{ id: 'a', objective: 'A', status: 'cancelled' }] }],
  ['devonz_edit_file', { path: 'a.txt', insert_line: 2 }],
  ['devonz_edit_file', { path: 'a.txt', diff: '<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE' }],
  ['devonz_edit_file', { path: 'a.txt', diff: '<<<<<<< SEARCH\na\n=======\nb' }],
  ['devonz_fetch_url', { prompt: 'https://a.example/ and https://b.example/' }],
  ['devonz_ask_user', { questions: [{ header: 'H' }] }],
])('what could be meant in two ways is left as it is: %s %j', (tool, input) => {
  expect(meant(tool, input)).toEqual({ toolName: tool, input, readings: [] });
});

test.each<[string, string]>([
  ['todoread', 'devonz_update_plan'],
  ['browser_action', 'devonz_preview'],
  ['undo_edit', 'devonz_history'],
  ['spawn_agent', 'devonz_delegate'],
])('%s, whose arguments cannot be converted, leads to %s', (name, tool) => {
  expect(meant(name, {}).toolName).toBe(name);
  expect(
    nearTools(
      name,
      TOOLS.map((each) => each.name),
    )[0],
  ).toBe(tool);
});

test.each<[number, string, string, string]>([
  [0, 'x', 'one\ntwo\n', 'x\none\ntwo\n'],
  [1, 'x\n', 'one\ntwo\n', 'one\nx\ntwo\n'],
  [2, 'x', 'one\ntwo\n', 'one\ntwo\nx\n'],
  [2, 'x', 'one\ntwo', 'one\ntwo\nx'],
  [1, 'x\ny', 'one\r\ntwo\r\n', 'one\r\nx\r\ny\r\ntwo\r\n'],
  [1, '\n', 'one\ntwo\n', 'one\n\ntwo\n'],
  [0, 'x', '', 'x\n'],
])('after line %i, %j is inserted into %j', async (line, text, before, after) => {
  const context = toolContext({ 'a.txt': before });
  const { toolName, input } = meant('str_replace_based_edit_tool', {
    command: 'insert',
    path: 'a.txt',
    insert_line: line,
    insert_text: text,
  });
  expect(await runTool(toolOf(toolName), input, context)).toMatchObject({ ok: true });
  expect(new TextDecoder().decode(await context.workspace.readFile('a.txt' as never))).toBe(after);
});

test('an insertion after a line that is not there says how many there are', async () => {
  const edits = [{ find: '', replace: 'x', afterLine: 9 }];
  expect(await runTool(toolOf('devonz_edit_file'), { path: 'a.txt', edits }, toolContext(FILES))).toMatchObject({
    ok: false,
    message: expect.stringContaining('after line 9, but a.txt has 3 lines'),
  });
  expect(toolOf('devonz_edit_file').problemOf({ path: 'a.txt', edits: [{ find: 'one', replace: 'x', afterLine: 1 }] })).toContain('either');
});

test.each<[string, Input, string]>([
  ['devonz_edit_file', { path: 'a', edits: [{ find: 'x', replace: 'y', al: true }] }, 'There is no field "edits[].al"; "all" was meant'],
  ['devonz_edit_file', { path: 'a', edits: [{ old: 'x', find: 'q', replace: 'y' }] }, '"edits[].old" and "find" mean the same and differ'],
  [
    'devonz_edit_file',
    { path: 'a', edits: [{ fnd: 'x', replace: 'y' }] },
    'The fields of devonz_edit_file, edits[], are: find, replace, all.',
  ],
  ['devonz_update_plan', { subgoals: [{ id: 'a', objectve: 'A', status: 'blocked' }] }, '"subgoals[].objectve"; "objective" was meant'],
  ['devonz_update_plan', { update: [{ id: 'a', statu: 'blocked' }] }, '"update[].statu"; "status" was meant'],
])('a field inside a list that the items do not have is named: %s with %j', (tool, input, said) => {
  expect(toolOf(tool).problemOf(input)).toContain(said);
});

test.each<[string, Input, string | null]>([
  [
    'devonz_edit_file',
    { path: 'a', edits: [{ find: 'x', replace: 'y', lines: 3 }] },
    'Ignored: no field `edits[].lines`; the fields of edits[] are find, replace, all.',
  ],
  [
    'devonz_update_plan',
    { subgoals: [{ id: 'a', objective: 'A', status: 'blocked', owner: 'me' }] },
    'Ignored: no field `subgoals[].owner`',
  ],
  ['devonz_update_plan', { subgoals: [{ id: 'a', objective: 'A', status: 'blocked', activeForm: 'Doing', priority: 'high' }] }, null],
])('the result of %s with %j names what it was made without', (tool, input, said) => {
  const line = toolOf(tool)
    .print({ done: 1 }, input)
    .split('\n')
    .find((each) => each.startsWith('Ignored'));
  if (said === null) expect(line).toBeUndefined();
  else expect(line).toContain(said);
});

test('the field for insertions is not sent with the tool, in whatever form the tool is described', () => {
  const made = toolOffers({ mode: 'agent', toolNames: TOOLS.map(({ name }) => name) }, TOOLS);
  expect(JSON.stringify(made)).not.toContain('afterLine');
  expect(TOOLS.map(toolSignature).join('\n')).not.toContain('afterLine');
});
