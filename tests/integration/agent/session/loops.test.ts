import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import type { JsonValue } from '../../../../app/lib/protocol/message.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const tool = (toolName: string, input: JsonValue) => ({ toolName, input });
const read = (path = 'a.txt') => tool('devonz_read_file', { path });
const run = (command: string) => tool('devonz_run_command', { command });
const edit = (path: string, find: string, replace: string) => tool('devonz_edit_file', { path, edits: [{ find, replace }] });
const REMARK = 'From Devonz, not from the user';
const AUTO = { autoApproveFileModification: true, autoApproveCommands: true };

function session(transport: ScriptedTransport, workspace = new MemoryWorkspace({ 'a.txt': 'text' })) {
  return { transport, workspace, ...testSession({ transport, workspace, tools, agent: AUTO }) };
}
const remarksIn = (transport: ScriptedTransport) =>
  transport.requests.map((request) => JSON.stringify(request.messages).split(REMARK).length - 1);

test('the same call with the same result three times in a row: the model is notified, before its next step', async () => {
  const one = session(new ScriptedTransport(call(read()), call(read()), call(read()), say('I see.')));
  await one.say('go');
  expect(remarksIn(one.transport)).toEqual([0, 0, 0, 1]);
  const { messages, remarks, status } = one.session.state();
  expect(status).toBe('completed');
  const remark = messages.find((message) => remarks.has(message.id));
  expect(remark).toMatchObject({ role: 'user' });
  expect(JSON.stringify(remark)).toContain('3 times in a row');
  expect(one.telemetry).toContainEqual(expect.objectContaining({ type: 'guard', guard: 'loop' }));
});

test('five times: the run pauses with a question, and what the user says is a new beginning', async () => {
  const transport = new ScriptedTransport(...Array.from({ length: 5 }, () => call(read())));
  const one = session(transport);
  await one.say('go');
  expect(transport.requests).toHaveLength(5);
  expect(one.session.state()).toMatchObject({
    status: 'waiting_for_user',
    notice: { type: 'loop', toolName: 'devonz_read_file', times: 5 },
  });
  transport.add(call(read()), call(read()), say('Done.'));
  await one.say('continue');
  expect(one.session.state()).toMatchObject({ status: 'completed', notice: null });
  expect(remarksIn(transport).at(-1)).toBe(1);
});

test('results that change never count, however often the call is made', async () => {
  const transport = new ScriptedTransport(...Array.from({ length: 12 }, () => call(run('node poll.js'))), say('Up.'));
  let polls = 0;
  const workspace = new MemoryWorkspace().script('node poll.js', () => ({ status: 'completed', exitCode: 0, output: `try ${++polls}` }));
  const one = session(transport, workspace);
  await one.say('go');
  expect(one.session.state().status).toBe('completed');
  expect(remarksIn(transport).at(-1)).toBe(0);
});

test('checking after every change is no loop, though the check says the same each time', async () => {
  const steps = Array.from({ length: 6 }, (_, index) => [
    call(tool('devonz_write_file', { path: `f${index}.txt`, content: 'x' })),
    call(tool('devonz_get_errors', {})),
  ]).flat();
  const one = session(new ScriptedTransport(...steps, say('Done.')));
  await one.say('go');
  expect(one.session.state().status).toBe('completed');
  expect(remarksIn(one.transport).at(-1)).toBe(0);
});

test('a round of calls that comes again and again is a loop as well', async () => {
  const round = () => [call(read()), call(edit('a.txt', 'not there', 'x'))];
  const one = session(new ScriptedTransport(...Array.from({ length: 5 }, round).flat()));
  await one.say('go');
  expect(one.transport.requests).toHaveLength(10);
  expect(JSON.stringify(one.session.state().messages)).toContain('round of calls (devonz_read_file, devonz_edit_file)');
  expect(one.session.state()).toMatchObject({
    status: 'waiting_for_user',
    notice: { type: 'loop', toolName: 'devonz_edit_file', times: 5 },
  });
});

test('nobody is paused who was not warned: many equal calls in one step are one warning', async () => {
  const many = call(...Array.from({ length: 6 }, () => read()));
  const one = session(new ScriptedTransport(many, say('All right.')));
  await one.say('go');
  expect(one.session.state().status).toBe('completed');
  expect(remarksIn(one.transport)).toEqual([0, 1]);
});

test('what the user says meanwhile is a new beginning, even in the moment of the pause', async () => {
  const transport = new ScriptedTransport(...Array.from({ length: 5 }, () => call(read())), say('I do.'));
  const one = session(transport);
  let hasSpoken = false;
  one.session.subscribe(() => {
    if (hasSpoken || one.calls().filter(({ status }) => status === 'success').length < 5) return;
    hasSpoken = true;
    void one.session.send('look elsewhere', 'agent');
  });
  await one.say('go');
  expect(JSON.stringify(transport.requests.at(-1)?.messages)).toContain('look elsewhere');
  expect(one.session.state().notice).toBeNull();
});

const FAILURE = (line: number) => ({
  exitCode: 1,
  output: `src/a.ts:${line}:3 - error TS2322: Type 'x' is not 'y'\nFound 1 error in ${line} ms\n`,
});
const attempt = (text: string) => call(tool('devonz_write_file', { path: 'a.txt', content: text, reasoning: `Try ${text}` }));
const check = () => call(run('npm test'));

/** A workspace in which the check fails with the given outputs, one after the other. */
function failing(outputs: readonly { exitCode: number; output: string }[]) {
  let times = 0;
  return new MemoryWorkspace({ 'a.txt': 'text' }).script('npm test', () => {
    const result = outputs[Math.min(times++, outputs.length - 1)] ?? FAILURE(1);
    return { status: 'completed', ...result };
  });
}

test('an error that remains after two attempts ends the run with what was tried', async () => {
  const transport = new ScriptedTransport(check(), attempt('one'), check(), attempt('two'), check());
  const one = session(transport, failing([FAILURE(4), FAILURE(40), FAILURE(7)]));
  await one.say('fix it');
  expect(transport.requests).toHaveLength(5);
  expect(one.session.state()).toMatchObject({
    status: 'waiting_for_user',
    notice: {
      type: 'failed-fix',
      error: expect.stringContaining('TS2322'),
      attempts: ['Wrote a.txt (Try one)', 'Wrote a.txt (Try two)'],
    },
  });
  expect(one.telemetry).toContainEqual(expect.objectContaining({ type: 'guard', guard: 'failed-fix' }));
  transport.add(attempt('three'), check(), say('Still.'));
  await one.say('try the other file');
  expect(one.session.state().status).toBe('completed');
});

test('where an error has gone there is progress, whatever else remains', async () => {
  const errors = (...codes: number[]) => ({ exitCode: 2, output: codes.map((code) => `error TS${code}: no`).join('\n') });
  const workspace = failing([errors(1001, 1002, 1003), errors(1002, 1003), errors(1003), errors(1003, 1004), { exitCode: 0, output: '' }]);
  const rounds = ['a', 'b', 'c', 'd'].flatMap((text) => [attempt(text), check()]);
  const one = session(new ScriptedTransport(check(), ...rounds, say('Done.')), workspace);
  await one.say('fix it');
  expect(one.session.state().status).toBe('completed');
});

test('looking again without a change is no attempt; other commands and a plain "no" are no errors', async () => {
  const workspace = failing([FAILURE(1)])
    .script('grep x a.txt', { exitCode: 1, output: '' })
    .script('npm install left', { output: 'ok' });
  const steps = [
    check(),
    call(read()),
    check(),
    call(run('grep x a.txt')),
    attempt('one'),
    call(run('grep x a.txt')),
    call(run('npm install left')),
    check(),
  ];
  const one = session(new ScriptedTransport(...steps, say('I give up.')), workspace);
  await one.say('fix it');
  expect(one.session.state().status).toBe('completed');
  const more = [attempt('two'), call(tool('devonz_delete_file', { path: 'a.txt' })), check()];
  one.transport.add(check(), attempt('zero'), check(), ...more);
  await one.say('try harder');
  await one.session.approveAll();
  await one.session.settled();
  expect(one.session.state().notice).toMatchObject({
    type: 'failed-fix',
    attempts: ['Wrote a.txt (Try zero)', 'Wrote a.txt (Try two); Deleted a.txt'],
  });
});

test('installing something is an attempt too, and errors of the project count like those of a command', async () => {
  const problems = [{ source: 'build' as const, message: 'Cannot find module left', file: 'a.ts', line: 3, count: 1 }];
  const workspace = new MemoryWorkspace({ 'a.txt': 'text' })
    .script('npm install left', { output: 'ok' })
    .script('npm i left@2', { output: 'ok' });
  const errors = () => call(tool('devonz_get_errors', { source: 'build' }));
  const transport = new ScriptedTransport(errors(), call(run('npm install left')), errors(), call(run('npm i left@2')), errors());
  const one = testSession({ transport, workspace, tools, agent: AUTO, problems });
  await one.say('fix it');
  for (let each = one.waiting()[0]; each !== undefined; each = one.waiting()[0]) {
    await one.session.answerApproval(each.approvalId, { decision: 'approve' });
    await one.session.settled();
  }
  expect(one.session.state().notice).toEqual({
    type: 'failed-fix',
    error: 'a.ts: Cannot find module left',
    attempts: ['Ran npm install left', 'Ran npm i left@2'],
  });
});
