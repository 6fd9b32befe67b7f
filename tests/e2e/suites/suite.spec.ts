import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkProject } from '../../../scripts/agent/suite/check-project.ts';
import type { PageCriterion, SuiteCheck } from '../../../scripts/agent/suite/suite-prompt.ts';
import { runAgent } from '../support/run-agent.ts';
import { expect, test } from '../support/test.ts';

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devonz-suite-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test('two prompts are run, looked at and reported, each in a folder of its own', async () => {
  await mkdir(join(folder, 'prompts'));
  await writeFile(
    join(folder, 'prompts/landing.yaml'),
    `id: landing
prompt: Make a landing page
must_have:
  - { id: heading, locator: "getByRole('heading', { level: 1 })", assert: "toBeVisible" }
should_have:
  - { id: wizard, locator: "getByText('there is no such text')", assert: "toBeVisible" }
  - { id: account, setup: [{ kind: login }], locator: "getByText('x')", assert: "toBeVisible" }
`,
  );
  await writeFile(join(folder, 'prompts/todo.txt'), 'Build a todo list');
  const report = join(folder, 'report');
  const { exitCode, output } = await runAgent([
    ...['--model', 'demo:scripted', '--suite', 'webappbench', '--approve', 'changes,commands,own-code'],
    ...['--report', report, '--projects', join(folder, 'projects'), join(folder, 'prompts')],
  ]);
  expect([exitCode, output]).toEqual([0, '']);
  const { results } = JSON.parse(await readFile(`${report}.json`, 'utf8'));
  expect(results).toMatchObject([
    { id: 'landing', outcome: 'completed' },
    { id: 'todo', outcome: 'completed', checks: [] },
  ]);
  for (const { steps, calls, files } of results)
    expect([steps > 1, calls.made > 1, calls.failed, files > 2]).toEqual([true, true, 0, true]);
  expect((await readdir(join(folder, 'projects'))).sort()).toEqual(['landing', 'todo']);
  expect(await readFile(`${report}.md`, 'utf8')).toContain('2 of 2 prompts: 2 completed');
});

const PAGE = `<!doctype html><html lang="en"><title>Daily</title><body style="margin:0;min-height:3000px">
<header style="position:sticky;top:0;height:40px">Daily</header>
<form><input aria-label="Task"><button>Add</button></form><ul></ul>
<script>
const list = document.querySelector('ul');
const draw = () => { list.innerHTML = ''; for (const each of JSON.parse(localStorage.tasks ?? '[]')) { const item = document.createElement('li'); item.textContent = each; list.append(item); } };
document.querySelector('form').onsubmit = (event) => { event.preventDefault(); localStorage.tasks = JSON.stringify([...JSON.parse(localStorage.tasks ?? '[]'), document.querySelector('input').value]); draw(); };
draw();
</script></body></html>`;

const page = (id: string, criterion: Partial<PageCriterion>): SuiteCheck => ({
  kind: 'page',
  id,
  isRequired: true,
  criterion: { id, setup: [], locator: "getByRole('listitem')", assert: 'toBeVisible', ...criterion },
});
const ADD = [
  { kind: 'evaluate' as const, expr: '() => localStorage.clear()' },
  { kind: 'reload' as const },
  { kind: 'fill' as const, locator: "getByRole('textbox')", value: 'Buy milk' },
  { kind: 'press' as const, locator: "getByRole('textbox', { name: /task/i })", key: 'Enter' },
];

test('criteria of a page are what Playwright sees, and no text of a suite runs in this program', async ({ browser }) => {
  const files = new Map([['index.html', new TextEncoder().encode(PAGE)]]);
  const checks: SuiteCheck[] = [
    page('added', { setup: ADD, locator: "getByText('Buy milk', { exact: true })" }),
    page('kept', { setup: [...ADD, { kind: 'reload' }], locator: "page.locator('ul > li').filter({ hasText: /MILK/i }).first()" }),
    page('either', { locator: "getByRole('link').or(getByRole('button', { name: 'Add' }))", assert: 'toHaveCount(1)' }),
    page('sticky', { locator: "locator('header')", custom: 'stickyAfterScroll' }),
    page('wide', { locator: "locator('header')", custom: 'boundingBox.height >= 40' }),
    page('none', { assert: 'toHaveCount(0)' }),
    page('too few', { locator: "getByRole('button')", assert: 'toHaveCountAtLeast(2)' }),
    page('a program', { locator: "constructor.constructor('return process')()" }),
    page('two of them', { locator: "getByText('x'); process.exit()" }),
    page('another assertion', { locator: "getByRole('button')", assert: 'toBeBlue' }),
    { kind: 'text', id: 'word', isRequired: false, text: 'daily' },
    { kind: 'text', id: 'other', isRequired: false, text: 'weekly' },
  ];
  const checked = await checkProject(checks, { files, built: { result: 'no-script', why: '', site: files }, browser });
  expect(checked.map(({ id, result }) => [id, result])).toEqual([
    ['added', 'passed'],
    ['kept', 'passed'],
    ['either', 'passed'],
    ['sticky', 'passed'],
    ['wide', 'passed'],
    ['none', 'passed'],
    ['too few', 'failed'],
    ['a program', 'not-run'],
    ['two of them', 'not-run'],
    ['another assertion', 'not-run'],
    ['word', 'passed'],
    ['other', 'failed'],
  ]);
});
