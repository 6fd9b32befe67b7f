import { expect, test } from 'vitest';
import type { PreviewLook, PreviewPages } from '../agent/contract/tool-ports.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { previewTool } from './preview.ts';
import { eventfulClock, failureOf, outputOf, toolContext } from './testing/run-tool.ts';

const PAGE = { title: 'Todos', place: '/', isLoaded: true, width: 900, height: 600, lines: ['# Todos', 'button "Add"'], isCut: false };

/** Returns pages on two ports and the looks that were requested. */
function pages(look: PreviewLook = { ok: true, look: PAGE }) {
  const asked: [number, string | null][] = [];
  const preview: PreviewPages = {
    ports: () => [5173, 3000],
    async look(port, path) {
      asked.push([port, path]);
      return look;
    },
  };
  const problems = {
    list: (source: string) =>
      source === 'preview' ? [{ source: 'preview' as const, message: 'TypeError: todos is undefined', count: 3 }] : [],
  };
  return { asked, context: { ...toolContext({}), preview, problems } };
}

test('the agent sees the page that the user sees, in words, with the errors of its console', async () => {
  const { asked, context } = pages();
  expect(await outputOf(previewTool, {}, context)).toEqual({
    port: 5173,
    title: 'Todos',
    place: '/',
    size: '900 × 600',
    page: '# Todos\nbutton "Add"',
    errors: ['TypeError: todos is undefined (3 times)'],
  });
  await outputOf(previewTool, { port: 3000, path: '/about' }, context);
  expect(asked).toEqual([
    [5173, null],
    [3000, '/about'],
  ]);
});

test('a blank page is said to be one, and a long one to have more', async () => {
  const blank = pages({ ok: true, look: { ...PAGE, lines: [], isLoaded: false } });
  expect(await outputOf(previewTool, {}, blank.context)).toMatchObject({ page: '', note: expect.stringContaining('The page is blank') });
  const long = pages({ ok: true, look: { ...PAGE, lines: Array.from({ length: 250 }, () => 'x'.repeat(300)) } });
  const shown = await outputOf(previewTool, {}, long.context);
  expect(shown).toMatchObject({ note: 'There is more on the page than is shown here.' });
  expect(JSON.stringify(shown).length).toBeLessThan(14_000);
});

test('what cannot be seen is said with what to do', async () => {
  const { context } = pages({ ok: false, why: 'it did not answer' });
  expect(await failureOf(previewTool, {}, context)).toMatchObject({
    message: 'The page on port 5173 was not seen: it did not answer. Its errors: TypeError: todos is undefined (3 times)',
  });
  expect(await failureOf(previewTool, { port: 80 }, context)).toMatchObject({
    message: 'No page on port 80. Ports with a page: 5173, 3000.',
  });
  // The parser of addresses takes a backslash for a slash, and leaves tabs and line ends out.
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
  ])
    expect(await failureOf(previewTool, { path }, context), path).toMatchObject({ code: 'bad_arguments' });
  expect(await failureOf(previewTool, {}, { ...context, preview: { ...context.preview, ports: () => [] } })).toMatchObject({
    message: expect.stringContaining('Start one with devonz_run_command'),
  });
});

test('a server that was just started is waited for, and who is starting is said', async () => {
  const { context } = pages();
  const workspace = new MemoryWorkspace();
  const dev = { processId: 'p1', command: 'npm run dev' };
  workspace.processes.add(dev);
  let ports: number[] = [];
  const starting = { ...context, workspace, preview: { ...context.preview, ports: () => ports } };
  const opens = eventfulClock([
    3_000,
    () => {
      ports = [5173];
    },
  ]);
  expect(await outputOf(previewTool, {}, { ...starting, clock: opens })).toMatchObject({ port: 5173, title: 'Todos' });
  ports = [];
  const message =
    'No server of the project has opened a port. In the background: p1 (npm run dev), starting since 15 s, not listening yet. devonz_process waits for it (action "wait", with processId and port or text) and shows what it prints ("logs").';
  expect(await failureOf(previewTool, {}, { ...starting, clock: eventfulClock() })).toMatchObject({ message });
  const ends = eventfulClock([2_000, () => workspace.processes.add({ ...dev, exitCode: 1 })]);
  expect(await failureOf(previewTool, {}, { ...starting, clock: ends })).toMatchObject({
    message: expect.stringContaining('p1 (npm run dev) has ended with exit code 1'),
  });
});

test('the server that the user has just started is waited for, by its port', async () => {
  const { context } = pages();
  let ports: number[] = [];
  const opens = eventfulClock([
    2_000,
    () => {
      ports = [3000];
    },
  ]);
  const starting = { ...context, clock: opens, preview: { ...context.preview, ports: () => ports } };
  expect(await outputOf(previewTool, { port: 3000 }, starting)).toMatchObject({ port: 3000, title: 'Todos' });
  ports = [];
  expect(await failureOf(previewTool, { port: 80 }, { ...starting, clock: eventfulClock() })).toMatchObject({ code: 'not_found' });
});
