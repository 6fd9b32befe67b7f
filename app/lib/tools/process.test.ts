import { expect, test, vi } from 'vitest';
import type { ContentHash } from '../protocol/ids.ts';
import type { JsonValue } from '../protocol/message.ts';
import type { MemoryProcesses } from '../runtime/memory/memory-processes.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import { processTool } from './process.ts';
import { runCommandTool } from './run-command.ts';
import { eventfulClock, failureOf, outputOf, runTool, toolContext } from './testing/run-tool.ts';

function setUp(add: (processes: MemoryProcesses) => void) {
  const workspace = new MemoryWorkspace();
  add(workspace.processes);
  const context = toolContext(workspace);
  return {
    context,
    done: workspace.processes.done,
    processes: workspace.processes,
    async run(input: object, clock = context.clock) {
      // The cast: this tool's output is an object.
      return (await outputOf(processTool, input, { ...context, clock })) as Record<string, unknown>;
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

const failedRun = [
  ...Array.from({ length: 3 }, (_, index) => [
    ` FAIL  src/sum.test.ts > adds ${index}`,
    `AssertionError: expected ${index} to be 9`,
    ` ❯ src/sum.test.ts:${index + 10}:5`,
    ...Array.from({ length: 20 }, (_line, number) => `    detail ${number}`),
  ]).flat(),
  ' Test Files  1 failed (1)',
  '      Tests  3 failed (3)',
].join('\n');

test('a test run that ended in the background comes with its failures by name, place and message', async () => {
  const { run, processes } = setUp((all) => all.add({ processId: 'p1', command: 'npm test' }, 'RUN\n'));
  const ends = eventfulClock([2_000, () => processes.add({ processId: 'p1', command: 'npm test', exitCode: 1 }, failedRun)]);
  const waited = await run({ action: 'wait', processId: 'p1', timeout: 5_000 }, ends);
  const digest = [0, 1, 2].map((index) => {
    return `- src/sum.test.ts > adds ${index} | src/sum.test.ts:${index + 10}:5 | AssertionError: expected ${index} to be 9`;
  });
  expect(waited).toMatchObject({ exitCode: 1, failures: ['3 failures:', ...digest].join('\n') });
  // The cast: the output is JSON, as that of every tool.
  expect(processTool.print(waited as JsonValue, {})).toContain('src/sum.test.ts > adds 0 | src/sum.test.ts:10:5');
  expect(await run({ action: 'logs', processId: 'p1', tail: 5 })).toMatchObject({ failures: expect.stringContaining('3 failures:') });
  // Lines that are shown are not repeated, and neither a run that continues nor one that passed has failures.
  expect(await run({ action: 'logs', processId: 'p1', tail: 100 })).not.toHaveProperty('failures');
  for (const exitCode of [null, 0]) {
    processes.add({ processId: 'p2', command: 'npm test', exitCode }, failedRun);
    expect(await run({ action: 'logs', processId: 'p2', tail: 5 })).not.toHaveProperty('failures');
  }
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
  const { run, processes } = setUp(server);
  const answered = eventfulClock([
    150,
    () => processes.add({ processId: 'p3-c', command: 'npm create vite' }, 'Project name: demo\nDone.\n'),
  ]);
  expect(await run({ action: 'input', processId: 'p3-c', text: 'demo' }, answered)).toMatchObject({ printedSince: 'demo\nDone.\n' });
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

const DEV = { processId: 'p1', command: 'npm run dev' };
const PORT = { port: 5173, url: 'http://p5173' };

test('waits until a port is open, whoever opens it, and says how long that took', async () => {
  const { run, processes } = setUp((all) => all.add(DEV, 'starting\n'));
  const opened = () => eventfulClock([3_000, () => processes.add({ ...DEV, ports: [PORT] }, 'starting\nready\n')]);
  const note = 'Port 5173 is open (http://p5173), after 3 s.';
  expect(await run({ action: 'wait', processId: 'p1', port: 5173 }, opened())).toMatchObject({
    status: 'running',
    printedSince: 'ready\n',
    note,
  });
  processes.add(DEV, 'starting\n');
  expect(await run({ action: 'wait', port: 5173 }, opened())).toMatchObject({ processId: 'p1', ports: [PORT], note });
});

test('waits for a text, new or there already, and gives its line', async () => {
  const { run, processes } = setUp((all) => all.add(DEV, 'built a\n'));
  const printed = eventfulClock([1_000, () => processes.add(DEV, 'built a\nbuilt b in 2 s\n')]);
  const wait = { action: 'wait', processId: 'p1', text: 'built b' };
  expect(await run(wait, printed)).toMatchObject({
    note: 'It has printed that, after 1 s: built b in 2 s',
    printedSince: 'built b in 2 s\n',
  });
  expect(await run(wait)).toMatchObject({ note: 'It had printed that before the wait: built b in 2 s' });
});

test('waits for the end; what cannot come any more ends the wait, and so does the limit', async () => {
  const { run, processes } = setUp((all) => all.add({ ...DEV, startedAt: -5_000 }));
  const ends = () => eventfulClock([2_000, () => processes.add({ ...DEV, exitCode: 1 }, 'failed\n')]);
  expect(await run({ action: 'wait', processId: 'p1' }, ends())).toMatchObject({
    status: 'ended',
    exitCode: 1,
    log: 'failed',
    note: 'It has ended with exit code 1, after 2 s.',
  });
  processes.add({ ...DEV, startedAt: -5_000 });
  expect(await run({ action: 'wait', port: 80 }, ends())).toMatchObject({
    note: 'Nothing of yours runs in the background any more, so port 80 does not open.',
  });
  processes.add({ ...DEV, startedAt: -5_000 });
  expect(await run({ action: 'wait', processId: 'p1', port: 80, timeout: 4_000 }, eventfulClock())).toMatchObject({
    note: 'It runs since 9 s and is not listening on port 80 yet; the wait of 4 s is over.',
  });
  const asks = eventfulClock([500, () => processes.add({ ...DEV, waitsFor: { processId: 'p1', prompt: 'Use another port?' } })]);
  expect(await run({ action: 'wait', processId: 'p1' }, asks)).toMatchObject({
    waitingForInput: { prompt: 'Use another port?' },
    note: 'It waits for input: answer with action "input".',
  });
});

test('a wait for a process that has ended gives its last lines and no time', async () => {
  const log = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n');
  const { run } = setUp((all) => all.add({ ...DEV, exitCode: 1 }, log));
  const ended = await run({ action: 'wait', processId: 'p1' });
  expect(ended).toMatchObject({ shown: 'lines 71 to 100 of 100', note: 'It has ended with exit code 1.' });
  expect(ended['log']).toMatch(/^line 71\nline 72\n/);
  expect(await run({ action: 'wait', processId: 'p1', text: 'ready' })).toMatchObject({
    note: 'It has ended with exit code 1, and what you waited for has not come.',
  });
});

test('a model reads the long address of a preview once', async () => {
  const url = 'http://p5173-0123456789abcdef0123.run.ide.localhost:8970';
  const started = { status: 'running' as const, processId: 'p1', output: 'ready\n', ports: [{ port: 5173, url }] };
  const { run, processes } = setUp((all) => all.add({ ...DEV, ports: [{ port: 5173, url }] }, 'ready\n'));
  const workspace = new MemoryWorkspace().script('npm run dev', () => started);
  // The cast: the output is JSON, as that of every tool.
  const command = (await outputOf(runCommandTool, { command: 'npm run dev' }, toolContext(workspace))) as JsonValue;
  expect(runCommandTool.print(command, {})).toContain(`Runs as process p1, listening on localhost:5173 (in the preview: ${url}).`);
  // The cast: as above.
  const said = async (input: { [field: string]: JsonValue }) => processTool.print((await run(input)) as JsonValue, input);
  expect(await said({ action: 'wait', port: 5173 })).toBe('p1 (npm run dev): running, listening on localhost:5173\nPort 5173 is open.');
  expect(await said({ action: 'logs', processId: 'p1' })).not.toContain(url);
  expect(await said({ action: 'list' })).toBe('p1 (npm run dev): running, listening on localhost:5173');
  processes.add({ ...DEV, exitCode: 1 }, 'failed\n');
  expect(await said({ action: 'wait', processId: 'p1' })).toBe(
    'p1 (npm run dev): ended with exit code 1\nshown: lines 1 to 1 of 1\nlog: failed\nIt has ended with exit code 1.',
  );
});

/** The port that keeps outputs, and what it was given. */
function keptOutputs() {
  const kept: string[] = [];
  // The cast: any text serves as a hash here.
  return { kept, outputs: { keep: async (text: string) => `hash-${kept.push(text)}` as ContentHash, read: async () => null } };
}

test('what a log does not show is kept whole, as a terminal shows it, and the answer says where', async () => {
  const { kept, outputs } = keptOutputs();
  const log = Array.from({ length: 250 }, (_, index) => `line ${index + 1}`).join('\n');
  const { context, processes } = setUp((all) => all.add({ ...DEV, exitCode: 0 }, `10%\r50%\r100%\n${log}\n`));
  const run = (input: object) => runTool(processTool, input, { ...context, outputs });
  const note = 'All 251 lines are in devonz:output/1, which devonz_read_file reads by lines.';
  const effects = [{ type: 'output-kept', name: 'devonz:output/1', hash: 'hash-1', lineCount: 251 }];
  expect(await run({ action: 'logs', processId: 'p1', tail: 3 })).toMatchObject({
    output: { log: 'line 248\nline 249\nline 250', note },
    effects,
  });
  expect(kept).toEqual([`100%\n${log}\n`]);
  expect(await run({ action: 'wait', processId: 'p1' })).toMatchObject({ output: { note: `It has ended with exit code 0. ${note}` } });
  vi.spyOn(processes, 'log').mockResolvedValue({ text: 'end\n', head: 'begin\n', dropped: 906, droppedLines: 40 });
  expect(await run({ action: 'logs', processId: 'p1' })).toMatchObject({ output: { log: 'end', shown: 'lines 41 to 41 of 41' } });
  expect(kept.at(-1)).toBe('begin\n\n[… 900 characters up to line 41 are not kept …]\nend\n');
  expect((await run({ action: 'list' })).ok && kept).toHaveLength(3);
});

test('of too much that was printed since, the end is shown, from the beginning of a line, with the place of all of it', async () => {
  const { kept, outputs } = keptOutputs();
  const { context, processes } = setUp((all) => all.add(DEV, 'starting\n'));
  const many = `starting\n${'a line that is printed while it is waited for\n'.repeat(1_000)}ready\n`;
  const clock = eventfulClock([1_000, () => processes.add(DEV, many)]);
  const result = await runTool(processTool, { action: 'wait', processId: 'p1', text: 'ready' }, { ...context, outputs, clock });
  if (!result.ok) return expect.unreachable(result.message);
  // The cast: the output is an object.
  const { printedSince, note } = result.output as { printedSince: string; note: string };
  expect(printedSince).toMatch(/^a line that/);
  expect(printedSince.length).toBeLessThan(20_000);
  expect(note).toContain(`the last ${printedSince.length} characters are shown. All 1002 lines are in devonz:output/1`);
  expect(kept).toEqual([many]);
});

test('a port that the user’s own server opens is waited for, and listed', async () => {
  const { context, processes } = setUp(() => undefined);
  let ports: number[] = [];
  const preview = { ports: () => ports, look: async () => ({ ok: false as const, why: 'none' }) };
  const opens = () =>
    eventfulClock([
      2_000,
      () => {
        ports = [3000];
      },
    ]);
  const said = async (input: object, clock: typeof context.clock) => {
    const result = await runTool(processTool, input, { ...context, preview, clock });
    // The cast: JSON.
    return result.ok ? processTool.print(result.output, input as JsonValue) : result.message;
  };
  expect(await said({ action: 'wait', port: 3000 }, opens())).toBe('Port 3000 is open, after 2 s; the server is none of your commands.');
  expect(await said({ action: 'list' }, opens())).toBe(
    'Nothing of yours runs in the background. Servers that you have not started listen on localhost:3000.',
  );
  ports = [];
  expect(await said({ action: 'wait', port: 80, timeout: 4_000 }, opens())).toBe('Nothing is listening on port 80 yet, after 4 s.');
  processes.add(DEV, 'starting\n');
  const soon = opens();
  await soon.sleep(3_000, context.signal);
  ports = [];
  expect(await said({ action: 'list' }, soon)).toBe('p1 (npm run dev): running, starting since 3 s, not listening yet');
});

test('the end of a command that continued in the background is reported once, with what it proves', async () => {
  const workspace = new MemoryWorkspace();
  workspace.processes.add({ processId: 'p1', command: 'npm test', exitCode: 1 }, 'FAIL a.test.ts\n');
  workspace.processes.add({ processId: 'p2', command: 'npm run dev' }, 'ready\n');
  const intent = (command: string) => ({ kind: 'command' as const, command, cwd: toWorkspacePath(''), script: null, isOutside: false });
  const background = new Map([
    ['p1', intent('npx vitest run')],
    ['p2', intent('npx vite build')],
  ]);
  const context = { ...toolContext(workspace), background };
  const effectsOf = async (input: object) => {
    const result = await runTool(processTool, input, context);
    return result.ok ? result.effects.filter(({ type }) => type === 'command-ran') : expect.unreachable();
  };
  expect(await effectsOf({ action: 'logs', processId: 'p1' })).toEqual([
    {
      type: 'command-ran',
      command: 'npx vitest run',
      status: 'completed',
      exitCode: 1,
      errors: ['FAIL a.test.ts'],
      check: { kind: 'test', result: 'failed' },
      processId: 'p1',
    },
  ]);
  expect(await effectsOf({ action: 'list' })).toEqual([]);
  expect([...background.keys()]).toEqual(['p2']);
});
