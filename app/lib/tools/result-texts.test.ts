import { describe, expect, test } from 'vitest';
import { isJsonValue, type JsonValue } from '../protocol/json-value.ts';
import type { Problem } from '../protocol/project-facts/problem.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { toolOffers } from '../step/tool-offers.ts';
import { getToolDefinition, SEED_TOOLS, TOOLS } from './index.ts';
import { toolContext } from './testing/run-tool.ts';

/**
 * The exact answers of each tool, which are all that a model sees. Read a changed snapshot as a model would: does it say what happened,
 * where, and what to do next?
 */
const FILES = {
  'README.md': '# Shop\r\n\r\nA small shop.\r\n',
  'src/app.ts': 'import { cart } from "./cart";\n\nexport function total() {\n  return cart.sum();\n}\n',
  'src/cart.ts': 'export const cart = {\n  sum() {\n    return 1;\n  },\n};\n',
  'empty.txt': '',
  'logo.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
  '.env': 'KEY=secret-value\n',
  '.gitignore': 'dist\n',
  '.github/workflows/ci.yml': 'on: push\n',
  'dist/app.js': 'total\n',
};
const PROBLEMS: Problem[] = [
  { source: 'build', message: 'Cannot find module "./card"', file: 'src/app.ts', line: 1, count: 2 },
  { source: 'preview', message: 'TypeError: cart is undefined', count: 1 },
];
const LONG = Array.from({ length: 2_500 }, (_, index) => `line ${index + 1}`).join('\n');

/** Returns the answer as the session passes it on; a call that its plan refuses is never run. */
async function answer(toolName: string, input: unknown, problems: readonly Problem[] = []): Promise<string> {
  const tool = getToolDefinition(toolName) ?? expect.unreachable(toolName);
  const context = toolContext(new MemoryWorkspace({ ...FILES, 'long.txt': LONG }), problems);
  const plan = await tool.plan(input, context);
  const result = plan.ok ? await tool.run(input, context, plan.intent) : plan;
  const said = result.ok ? tool.print(result.output, jsonInput(input)) : `${result.code}: ${result.message}`;
  return `${JSON.stringify(input)}\n→ ${said.length > 3_000 ? `${said.slice(0, 200)} … ${said.slice(-200)}` : said}`;
}

function jsonInput(input: unknown): JsonValue {
  return isJsonValue(input) ? input : null;
}

const CASES: Record<string, unknown[]> = {
  devonz_read_file: [
    { path: 'src/app.ts' },
    { path: '/home/project/src/app.ts', startLine: 2, endLine: 3 },
    { path: 'src/app.ts', startLine: 3, numbered: true },
    { path: 'README.md', numbered: true },
    { path: 'empty.txt', startLine: 1 },
    { path: 'long.txt' },
    { path: 'src/app.ts', startLine: 9 },
    { path: 'src/app.ts', startLine: 4, endLine: 2 },
    { path: 'src/none.ts' },
    { path: 'src' },
    { path: 'logo.png' },
    { path: '../outside' },
    { path: '' },
    { path: 'src/app.ts', startLine: 'two', endLine: 0 },
    {},
    null,
  ],
  devonz_write_file: [
    { path: 'src/new/page.ts', content: 'export {};\n' },
    { path: 'src/cart.ts', content: 'export const cart = 1;\n' },
    { path: 'logo.png', content: 'now text' },
    { path: 'empty.txt', content: '' },
    { path: 'src', content: '' },
    { path: '/', content: '' },
    { path: 'src/app.ts' },
  ],
  devonz_edit_file: [
    { path: 'src/cart.ts', edits: [{ find: 'return 1;', replace: 'return 2;' }] },
    { path: 'src/cart.ts', edits: [{ find: 'return 3;', replace: 'return 2;' }] },
    { path: 'src/cart.ts', edits: [{ find: '}', replace: ')' }] },
    { path: 'src/cart.ts', edits: [{ find: 'sum', replace: 'sum' }] },
    {
      path: 'src/cart.ts',
      edits: [
        { find: 'sum', replace: 'all' },
        { find: '', replace: 'x' },
      ],
    },
    { path: 'src/cart.ts', edits: [{ find: 'nothing like it anywhere', replace: 'x' }] },
    { path: '.env', edits: [{ find: 'KEY=other', replace: 'x' }] },
    { path: 'src/none.ts', edits: [{ find: 'a', replace: 'b' }] },
    { path: 'src', edits: [{ find: 'a', replace: 'b' }] },
    { path: 'logo.png', edits: [{ find: 'a', replace: 'b' }] },
    { path: '../a', edits: [{ find: 'a', replace: 'b' }] },
    { path: 'src/cart.ts', edits: [] },
  ],
  devonz_list_directory: [
    {},
    { path: 'src' },
    { recursive: true, maxDepth: 1 },
    { recursive: true },
    { path: 'none' },
    { path: 'README.md' },
    { path: '..' },
    { maxDepth: 99 },
  ],
  devonz_delete_file: [{ path: 'src/cart.ts' }, { path: 'none' }, { path: 'src' }, { path: '..' }],
  devonz_rename_file: [
    { path: 'src/cart.ts', newPath: 'src/basket/index.ts' },
    { path: 'none', newPath: 'a' },
    { path: 'src', newPath: 'a' },
    { path: 'src/cart.ts', newPath: 'src/app.ts' },
    { path: 'src/cart.ts', newPath: '../a' },
    { path: '..', newPath: 'a' },
  ],
  devonz_ask_user: [{ question: 'Red or blue?' }, { question: '' }],
  devonz_task_complete: [{ summary: 'The total is right now.' }, {}],
};

describe('what a model gets by', () => {
  test.each(Object.entries(CASES))('%s, word for word', async (toolName, inputs) => {
    const answers: string[] = [];
    for (const input of inputs) answers.push(await answer(toolName, input));
    expect(`\n${answers.join('\n\n')}\n`).toMatchSnapshot();
  });

  test('devonz_get_errors, word for word, of one source, of all and by default', async () => {
    const many = Array.from({ length: 60 }, (_, index): Problem => ({ source: 'terminal', message: `error ${index}`, count: 1 }));
    const answers = [
      await answer('devonz_get_errors', {}),
      await answer('devonz_get_errors', { source: 'all' }, PROBLEMS),
      await answer('devonz_get_errors', {}, PROBLEMS),
      await answer('devonz_get_errors', { source: 'preview' }, PROBLEMS),
      await answer('devonz_get_errors', { source: 'terminal' }, PROBLEMS),
      await answer('devonz_get_errors', { source: 'console' }, PROBLEMS),
      (await answer('devonz_get_errors', {}, many)).slice(-120),
    ];
    expect(`\n${answers.join('\n\n')}\n`).toMatchSnapshot();
  });

  test('the offers of the six tools of the seed: name, description and parameters', () => {
    expect(toolOffers({ mode: 'agent', toolNames: SEED_TOOLS.map(({ name }) => name) }, TOOLS)).toMatchSnapshot();
  });

  test('the descriptions of all tools, each of them once', () => {
    expect(Object.fromEntries(TOOLS.map(({ name, kind, description }) => [name, `(${kind}) ${description}`]))).toMatchSnapshot();
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });
});
