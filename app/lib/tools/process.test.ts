import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MemoryProcesses } from '../runtime/memory/memory-processes.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { processTool } from './process.ts';
import { failureOf, outputOf, toolContext } from './testing/run-tool.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(add: (processes: MemoryProcesses) => void) {
  const workspace = new MemoryWorkspace();
  add(workspace.processes);
  const context = toolContext(workspace);
  return {
    context,
    done: workspace.processes.done,
    processes: workspace.processes,
    /** Runs the tool and advances the time for which it waits for an effect. */
    async run(input: object) {
      const output = outputOf(processTool, input, context);
      await vi.advanceTimersByTimeAsync(2_500);
      return (await output) as Record<string, unknown>; // This tool's output is an object.
    },
    fails: (input: object) => failureOf(processTool, input, context),
  };
}

const server = (processes: MemoryProcesses) =>
  void processes
    .add({ processId: 'p1-a', command: 'npm run dev', ports: [{ port: 3000, url: 'http://p3000' }] }, 'ready\n')
    .add({ processId: 'p2-b', command: 'npm test', exitCode: 1 }, 'failed\n')
    .add({ processId: 'p3-c', command: 'npm create vite', waitsFor: { processId: 'p3-c', prompt: 'Project name:' } }, 'Project name: ');

test('lists what runs, what has ended and what waits', async () => {
  const { run } = setUp(server);
  expect(await run({ action: 'list' })).toEqual({
    processes: [
      { processId: 'p1-a', command: 'npm run dev', status: 'running', ports: [{ port: 3000, url: 'http://p3000' }] },
      { processId: 'p2-b', command: 'npm test', status: 'ended', exitCode: 1 },
      { processId: 'p3-c', command: 'npm create vite', status: 'running', waitingForInput: { prompt: 'Project name:' } },
    ],
  });
  expect(await setUp(() => undefined).run({ action: 'list' })).toMatchObject({ note: 'Nothing of yours runs in the background.' });
});

test('gives the last lines of a log, with the range that is shown', async () => {
  const log = Array.from({ length: 250 }, (_, index) => `line ${index + 1}`).join('\n');
  const { run } = setUp((processes) => processes.add({ processId: 'p1', command: 'x' }, log).add({ processId: 'p2', command: 'y' }));
  const shown = await run({ action: 'logs', processId: 'p1', tail: 3 });
  expect(shown).toMatchObject({
    log: 'line 248\nline 249\nline 250',
    shown: 'lines 248 to 250 of 250',
    note: expect.stringContaining('larger tail'),
  });
  expect(await run({ action: 'logs', processId: 'p1', tail: 2_000 })).toMatchObject({ shown: 'lines 1 to 250 of 250' });
  expect(await run({ action: 'logs', processId: 'p2' })).toMatchObject({ log: '', shown: 'It has printed nothing.' });
});

test('a log that is too long, or no longer whole, says exactly what is missing', async () => {
  const { run, processes } = setUp((all) => all.add({ processId: 'p1', command: 'x' }, `${'a'.repeat(15_000)}\n${'b'.repeat(15_000)}\n`));
  expect(await run({ action: 'logs', processId: 'p1' })).toMatchObject({ log: 'b'.repeat(15_000), shown: 'lines 2 to 2 of 2' });
  processes.add({ processId: 'p2', command: 'x' }, 'c'.repeat(30_000));
  expect(await run({ action: 'logs', processId: 'p2' })).toMatchObject({ note: 'Of line 1 only the last 20000 characters are shown.' });
  vi.spyOn(processes, 'log').mockResolvedValue({ text: 'end\n', dropped: 900, droppedLines: 40 });
  expect(await run({ action: 'logs', processId: 'p1' })).toMatchObject({
    shown: 'lines 41 to 41 of 41',
    note: 'The first 900 characters (up to line 41) are no longer kept.',
  });
});

test('types an answer and presses Enter, as a terminal does', async () => {
  const { run, done } = setUp(server);
  expect(await run({ action: 'input', processId: 'p3-c', text: 'demo' })).toMatchObject({
    status: 'running',
    note: 'Typed. It continues.',
  });
  await run({ action: 'input', processId: 'p3-c', text: 'a\nb\n' });
  await run({ action: 'input', processId: 'p3-c', text: '' });
  expect(done).toEqual(['write p3-c "demo\\r"', 'write p3-c "a\\rb\\r"', 'write p3-c "\\r"']);
});

test('tells what was printed since, once it is quiet', async () => {
  const { context, processes } = setUp(server);
  const output = outputOf(processTool, { action: 'input', processId: 'p3-c', text: 'demo' }, context);
  await vi.advanceTimersByTimeAsync(150);
  vi.spyOn(processes, 'log').mockResolvedValue({ text: 'Project name: demo\nDone.\n', dropped: 0, droppedLines: 0 });
  await vi.advanceTimersByTimeAsync(700);
  expect(await output).toMatchObject({ printedSince: 'demo\nDone.\n' });
});

test('interrupts and ends its own processes and says how they ended', async () => {
  const { run, done } = setUp(server);
  expect(await run({ action: 'ctrl_c', processId: 'p1-a' })).toMatchObject({
    status: 'ended',
    exitCode: 130,
    note: 'Ctrl-C was sent. It has ended with exit code 130.',
  });
  expect(await run({ action: 'kill', processId: 'p3-c' })).toMatchObject({ exitCode: 137 });
  expect(done).toEqual(['interrupt p1-a', 'kill p3-c']);
});

test('what is missing or not there is said, with what there is', async () => {
  const { fails } = setUp(server);
  expect(await fails({ action: 'logs' })).toMatchObject({ code: 'bad_arguments', message: expect.stringContaining('p1-a (npm run dev)') });
  expect(await fails({ action: 'input', processId: 'p3-c' })).toMatchObject({
    code: 'bad_arguments',
    message: expect.stringContaining('text is missing'),
  });
  expect(await fails({ action: 'kill', processId: 'constructor' })).toMatchObject({ code: 'not_found' });
  expect(await fails({ action: 'ctrl_c', processId: 'p2-b' })).toMatchObject({
    code: 'failed',
    message: expect.stringContaining('has ended already'),
  });
  expect(await setUp(() => undefined).fails({ action: 'logs', processId: 'p1' })).toMatchObject({
    message: expect.stringContaining('There are none.'),
  });
});

test('a process that vanishes meanwhile is an error result', async () => {
  const { fails, processes } = setUp(server);
  const list = await processes.list();
  // The process exists when the call is planned and when it starts, but not when its end is checked.
  vi.spyOn(processes, 'list').mockResolvedValueOnce(list).mockResolvedValueOnce(list).mockResolvedValue([]);
  expect(await fails({ action: 'kill', processId: 'p1-a' })).toMatchObject({ code: 'not_found', message: 'The process p1-a is gone.' });
});

test('only typing is something that anybody has to be asked about', async () => {
  const { context } = setUp(server);
  const intents = [];
  for (const input of [
    { action: 'list' },
    { action: 'logs', processId: 'p2-b' },
    { action: 'kill', processId: 'p1-a' },
    { action: 'input', processId: 'p3-c', text: 'y' },
    { action: 'input', processId: 'p1-a', text: 'q' },
  ]) {
    const plan = await processTool.plan(input, context);
    intents.push(plan.ok ? plan.intent : plan);
  }
  expect(intents).toEqual([
    { kind: 'control' },
    { kind: 'control' },
    { kind: 'control' },
    { kind: 'input', processId: 'p3-c', program: 'npm create vite', prompt: 'Project name:', isHidden: false, text: 'y' },
    { kind: 'input', processId: 'p1-a', program: 'npm run dev', prompt: null, isHidden: false, text: 'q' },
  ]);
});
