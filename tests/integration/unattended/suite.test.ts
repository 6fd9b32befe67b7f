import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAgentArguments } from '../../../scripts/agent/agent-arguments.ts';
import { readSuite } from '../../../scripts/agent/suite/read-suite.ts';
import { serveSite } from '../../../scripts/agent/suite/serve-site.ts';
import { type PromptReport, reportInMarkdown, scoreOf } from '../../../scripts/agent/suite/suite-report.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devonz-suite-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = (name: string, content: string) => writeFile(join(folder, name), content);

describe('a suite', () => {
  test('of WebGen-Bench is a file of JSON lines, whose checks are for a judge', async () => {
    const line = (id: string) =>
      JSON.stringify({ id, instruction: `Build ${id}`, Category: {}, ui_instruct: [{ task: 'Press it', expected_result: 'It moves' }] });
    await put('test.jsonl', `${line('000002')}\n${line('000001')}\n\n`);
    const prompts = await readSuite('webgen', folder, []);
    expect(prompts.map(({ id, prompt }) => [id, prompt])).toEqual([
      ['000001', 'Build 000001'],
      ['000002', 'Build 000002'],
    ]);
    expect(prompts[0]).toMatchObject({ checks: [], toJudge: [{ task: 'Press it', expected: 'It moves' }] });
    expect(await readSuite('webgen', join(folder, 'test.jsonl'), ['000002'])).toHaveLength(1);
    await expect(readSuite('webgen', folder, ['9'])).rejects.toThrow('no prompt 9');
  });

  test('of WebAppBench is a folder of YAML, whose criteria are run; a text is a prompt without any', async () => {
    await put(
      'todo.yaml',
      `id: todo
tier: 2
prompt: |
  Build a todo app.
must_have:
  - id: adds
    setup:
      - kind: fill
        locator: "getByRole('textbox')"
        value: "Buy milk"
      - kind: login
    locator: "getByText('Buy milk')"
    assert: "toBeVisible"
should_have:
  - { id: filter, locator: "getByRole('button')", assert: "toHaveCountAtLeast(3)" }
verbatim_constraints:
  - { type: exact_copy, value: "No tasks yet", where: "empty state" }
  - { type: structural, value: "one column", where: "layout" }
seo_applicable: [title]
`,
    );
    await put('plain.md', 'Make a landing page\n');
    const [plain, todo] = await readSuite('webappbench', folder, []);
    expect(plain).toEqual({ id: 'plain', prompt: 'Make a landing page', checks: [], toJudge: [] });
    expect(todo).toMatchObject({
      prompt: 'Build a todo app.',
      checks: [
        { kind: 'page', id: 'adds', isRequired: true, criterion: { setup: [{ kind: 'fill' }, { kind: 'unknown', name: 'login' }] } },
        { kind: 'page', id: 'filter', isRequired: false },
        { kind: 'text', text: 'No tasks yet' },
      ],
      toJudge: [{ task: 'layout', expected: 'one column' }],
    });
  });

  test.each([
    ['webgen', 'a.jsonl', '{"id":"1"}', 'a.jsonl, line 1: instruction'],
    ['webgen', 'a.jsonl', 'no json', 'cannot be read'],
    ['webappbench', 'a.yaml', 'id: a\nprompt: [', 'cannot be read'],
    ['webappbench', 'a.yaml', 'id: a', 'a.yaml: prompt'],
    ['webappbench', 'a.txt', ' \n', 'is empty'],
    ['webappbench', 'a.jsonl', '{}', 'no file that ends in .yaml'],
  ] as const)('of %s in %s that is %j is refused with the place', async (name, file, content, said) => {
    await put(file, content);
    await expect(readSuite(name, folder, [])).rejects.toThrow(said);
  });

  test('has no id twice, and is there', async () => {
    await put('a.yaml', 'id: same\nprompt: one');
    await put('b.yaml', 'id: same\nprompt: two');
    await expect(readSuite('webappbench', folder, [])).rejects.toThrow('Two prompts have the id same');
    await expect(readSuite('webappbench', join(folder, 'nowhere'), [])).rejects.toThrow('There is no');
  });
});

describe('the command line of a suite', () => {
  const WORDS = ['--model', 'demo:scripted', '--suite', 'webgen'];

  test('takes a folder, and names of prompts', () => {
    expect(readAgentArguments([...WORDS, '--only', '1, 2', '--only', '3', 'data'])).toMatchObject({
      ok: 'suite',
      options: { suite: 'webgen', folder: 'data', only: ['1', '2', '3'], report: 'suite-report', onAsk: 'deny' },
    });
  });

  test.each([
    [[...WORDS], 'Name the folder'],
    [[...WORDS, '--task', 'x', 'data'], '--task does not go with it'],
    [[...WORDS, '--write', 'data'], '--write does not go with it'],
    [['--model', 'demo:scripted', '--suite', 'swe', 'data'], '--suite is one of'],
    [['--model', 'demo:scripted', '--task', 'x', '--only', '1'], '--only goes with --suite'],
    [['--model', 'demo:scripted', '--task', 'x', '--projects', 'p'], '--projects goes with --suite'],
  ])('%j is refused', (words, said) => {
    expect(readAgentArguments(words)).toMatchObject({ ok: false, problem: expect.stringContaining(said) });
  });
});

describe('the report', () => {
  const report = (id: string, more: Partial<PromptReport> = {}): PromptReport => ({
    id,
    outcome: 'completed',
    steps: 3,
    tokens: { input: 10, output: 2 },
    cost: null,
    seconds: 4.2,
    calls: { made: 5, failed: 1, denied: 0 },
    files: 2,
    build: 'built',
    checks: [],
    toJudge: [],
    ...more,
  });
  const passed = { id: 'a', isRequired: true, result: 'passed' as const };
  const failed = { id: 'b', isRequired: false, result: 'failed' as const, why: 'it is not\nvisible' };
  const notRun = { id: 'c', isRequired: true, result: 'not-run' as const, why: 'it needs an account' };

  test('counts required checks twice as much, and none that was not run', () => {
    expect(scoreOf([passed, failed, notRun])).toBeCloseTo(2 / 3);
    expect(scoreOf([notRun])).toBeNull();
  });

  test('has a row for each prompt, and what did not pass in words', () => {
    const text = reportInMarkdown({
      version: 1,
      suite: 'webappbench',
      model: 'demo:scripted',
      prompts: 3,
      results: [
        report('one|two', { checks: [passed, failed] }),
        report('b', { outcome: 'limit', why: 'No steps left.', build: 'failed', buildProblem: 'x' }),
      ],
    });
    expect(text).toContain('2 of 3 prompts: 1 completed, 1 built, checks 67 %.');
    expect(text).toContain('| one\\|two | completed | built | 67 % | 3 | 10 | 2 | – | 4 s | 5 (1, 0) | 2 |');
    expect(text).toContain('- failed: b (it is not visible)');
    expect(text).toContain('- ended: No steps left.');
  });
});

test('a site has its files, its routes and nothing else', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const site = await serveSite(
    new Map([
      ['index.html', bytes('home')],
      ['assets/a.js', bytes('js')],
      ['about/index.html', bytes('about')],
    ]),
  );
  try {
    const get = async (path: string) => {
      const response = await fetch(`${site.origin}${path}`);
      return [response.status, response.headers.get('content-type'), await response.text()];
    };
    expect(await get('/')).toEqual([200, 'text/html; charset=utf-8', 'home']);
    expect(await get('/plans/plus?x=1')).toEqual([200, 'text/html; charset=utf-8', 'home']);
    expect(await get('/about')).toEqual([200, 'text/html; charset=utf-8', 'about']);
    expect(await get('/assets/a.js')).toEqual([200, 'text/javascript; charset=utf-8', 'js']);
    expect(await get('/assets/none.js')).toEqual([404, null, '']);
    expect(await get('/%E0%A4%A')).toEqual([200, 'text/html; charset=utf-8', 'home']);
  } finally {
    await site.stop();
  }
});
