import { expect, test } from 'vitest';
import { isJsonValue } from '../protocol/json-value.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import type { CommandOutcome } from '../runtime/types.ts';
import { getToolDefinition } from './index.ts';
import { toolContext } from './testing/run-tool.ts';

/** Like result-texts.test.ts, for the tools that run and search: tests their exact answers. */
async function answer(toolName: string, input: unknown, workspace: MemoryWorkspace): Promise<string> {
  const tool = getToolDefinition(toolName) ?? expect.unreachable(toolName);
  const context = toolContext(workspace);
  const plan = await tool.plan(input, context);
  const result = plan.ok ? await tool.run(input, context, plan.intent) : plan;
  return `${JSON.stringify(input)}\n→ ${result.ok ? tool.print(result.output, isJsonValue(input) ? input : null) : `${result.code}: ${result.message}`}`;
}

const OUTCOMES: Record<string, CommandOutcome> = {
  'npm test': { status: 'completed', exitCode: 0, output: '\u001b[32m✓\u001b[0m 9 passed\r\n' },
  'npm run none': { status: 'completed', exitCode: 1, output: 'npm error Missing script: "none"\n' },
  true: { status: 'completed', exitCode: 0, output: '' },
  'npm run dev': { status: 'running', processId: 'p1', output: 'ready\n', ports: [{ port: 5173, url: 'http://localhost:5173/' }] },
  'npm create vite': {
    status: 'running',
    processId: 'p2',
    output: 'Ok to proceed? (y) ',
    ports: [],
    waitsFor: { processId: 'p2', prompt: 'Ok to proceed? (y)' },
  },
  'npm create astro': {
    status: 'running',
    processId: 'p6',
    output: 'Creating\n',
    ports: [],
    waitsFor: { processId: 'p6', prompt: '? Template:\n❯ blog' },
  },
  'node job.js &': { status: 'running', processId: 'p3', output: '', ports: [], hasJobs: true },
  'npm run slow': { status: 'timed_out', processId: 'p4', output: 'step 1\n' },
  cat: { status: 'timed_out', processId: 'p5', output: '', isReading: true },
  'npm run stopped': { status: 'cancelled', output: 'half\n' },
};

test('of a command a model learns how it ended, what it printed and what to do next', async () => {
  const workspace = new MemoryWorkspace({ 'src/a.ts': '' });
  for (const [command, outcome] of Object.entries(OUTCOMES)) workspace.script(command, () => outcome);
  const inputs = [
    ...Object.keys(OUTCOMES).map((command) => ({ command })),
    { command: 'npm test', cwd: 'src', timeout: 5_000 },
    { command: '   ' },
    { command: '' },
    { command: 'npm test', cwd: 'none' },
    { command: 'npm test', cwd: 'src/a.ts' },
    { command: 'npm test', cwd: '../..' },
    { command: 'npm test', timeout: 0 },
  ];
  const answers: string[] = [];
  for (const input of inputs) answers.push(await answer('devonz_run_command', input, workspace));
  expect(`\n${answers.join('\n\n')}\n`).toMatchSnapshot();
});

test('of a search a model learns what was found where, what was left out and how far it came', async () => {
  const workspace = new MemoryWorkspace({
    'src/a.ts': 'const total = 1;\n  total();\n',
    'src/b.vue': '<p>{{ total }}</p>\n',
    'logo.png': new Uint8Array([0, 1, 2]),
    '.env': 'total=1\n',
    'long.txt': `${'x'.repeat(600)} total ${'y'.repeat(600)}\n`,
  });
  const inputs = [
    { query: 'total', path: 'src' },
    { query: 'total\\(\\)' },
    { query: 'total', maxResults: 1 },
    { query: 'total', includePattern: '*.vue' },
    { query: 'total', includePattern: '*.py' },
    { query: 'total', path: 'long.txt' },
    { query: 'nowhere', path: 'src' },
    { query: 'total(', path: 'src' },
    { query: 'nowhere(', path: 'src' },
    { query: 'x', includePattern: '/(/' },
    { query: 'x', path: 'none' },
    { query: 'x', path: '..' },
    { query: '' },
  ];
  const answers: string[] = [];
  for (const input of inputs) answers.push(await answer('devonz_search_code', input, workspace));
  expect(`\n${answers.join('\n\n')}\n`).toMatchSnapshot();
});

test('of a plan a model learns its current state', async () => {
  const subgoals = [
    { id: 'list', objective: 'Make the list', status: 'completed', log: 'Works.' },
    { id: 'style', objective: 'Style it', status: 'in_progress' },
  ];
  const inputs = [{ subgoals }, { subgoals: [] }, { subgoals: [{ id: 'x', status: 'done' }] }];
  const answers: string[] = [];
  for (const input of inputs) answers.push(await answer('devonz_update_plan', input, new MemoryWorkspace()));
  expect(`\n${answers.join('\n\n')}\n`).toMatchSnapshot();
});

test('of its processes a model learns what runs, what they print and what waits', async () => {
  const workspace = new MemoryWorkspace();
  workspace.processes
    .add({ processId: 'p1', command: 'npm run dev', ports: [{ port: 5173, url: 'http://localhost:5173/' }] }, 'ready\n')
    .add({ processId: 'p2', command: 'npm create vite', waitsFor: { processId: 'p2', prompt: 'Ok? (y)' } }, 'Ok? (y) ')
    .add({ processId: 'p3', command: 'node job.js', exitCode: 1 }, 'failed\n');
  const inputs = [
    { action: 'list' },
    { action: 'logs', processId: 'p1' },
    { action: 'logs' },
    { action: 'logs', processId: 'p9' },
    { action: 'input', processId: 'p2' },
    { action: 'ctrl_c', processId: 'p3' },
    { action: 'kill', processId: 'p1' },
    { action: 'restart' },
  ];
  const answers: string[] = [];
  for (const input of inputs) answers.push(await answer('devonz_process', input, workspace));
  expect(`\n${answers.join('\n\n')}\n`).toMatchSnapshot();
});
