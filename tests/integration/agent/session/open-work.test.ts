import { describe, expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';
import { NOTHING_SPENT, runResult } from '../../../../app/lib/unattended/run-result.ts';

function start(...answers: ConstructorParameters<typeof ScriptedTransport>) {
  const transport = new ScriptedTransport(...answers);
  const workspace = new MemoryWorkspace({ 'a.txt': 'a' });
  return { ...testSession({ transport, workspace, tools }), transport, workspace };
}

const read = (toolCallId: string) => call({ toolCallId, toolName: 'devonz_read_file', input: { path: 'a.txt' } });
const plan = (toolCallId: string, ...statuses: string[]) =>
  call({
    toolCallId,
    toolName: 'devonz_update_plan',
    input: { subgoals: statuses.map((status, index) => ({ id: `s${index}`, objective: `Part ${index}`, status })) },
  });
const create = (toolCallId: string) => call({ toolCallId, toolName: 'devonz_write_file', input: { path: 'b.txt', content: 'b' } });
const done = (toolCallId: string) => call({ toolCallId, toolName: 'devonz_task_complete', input: { summary: 'All done.' } });

/** Returns the remarks of Devonz to the model. */
function remarks({ session }: ReturnType<typeof start>): string[] {
  const { messages, remarks: ids } = session.state();
  return messages.filter(({ id }) => ids.has(id)).map(({ parts }) => (parts[0]?.type === 'text' ? parts[0].text : ''));
}

describe('an announced action without a call', () => {
  test.each([
    ['as the first answer', []],
    ['after calls', [read('r0')]],
  ])('%s gets one remark, and the call after it is made', async (_when, before) => {
    const run = start(...before, say('I will read the file now.'), read('r1'), say('It says a.'));
    await run.say('read a.txt');
    expect(run.session.state()).toMatchObject({ status: 'completed', notice: null });
    expect(remarks(run)).toEqual([expect.stringContaining('[From Devonz, not from the user] Your answer says what you are going to do')]);
    expect(run.calls().at(-1)).toMatchObject({ status: 'success' });
  });

  test('twice in a row ends the run as one in which the model stopped, not as completed', async () => {
    const run = start(say('I will read the file now.'), say("I'll read the file."));
    await run.say('read a.txt');
    expect(run.session.state()).toMatchObject({ status: 'waiting_for_user', notice: { type: 'model-stopped', by: 'announcement' } });
    expect(run.transport.requests).toHaveLength(2);
    run.transport.add(read('r1'), say('It says a.'));
    await run.say('Continue');
    expect(run.session.state()).toMatchObject({ status: 'completed', notice: null });
  });

  test.each([3, 6, 7])('twice in a row ends the run so, whatever else the model was sent in between (%i steps)', async (maxIterations) => {
    const run = start(say('I will read the file now.'), say("I'll read the file."));
    run.settings.value = { ...run.settings.value, agent: { ...run.settings.value.agent, maxIterations } };
    await run.say('read a.txt');
    expect(run.session.state()).toMatchObject({ status: 'waiting_for_user', notice: { type: 'model-stopped', by: 'announcement' } });
  });

  test('and then a claim to have done it end the run, too', async () => {
    const run = start(say('I will add the line now.'), say('I have added the line.'));
    await run.say('Add a line to a.txt');
    expect(run.session.state()).toMatchObject({ status: 'waiting_for_user', notice: { type: 'model-stopped', by: 'claim' } });
  });

  test('once more after calls gets a remark again', async () => {
    const run = start(say('I will read it.'), read('r1'), say("Now I'll read it again."), read('r2'), say('Read.'));
    await run.say('read a.txt');
    expect(run.session.state().status).toBe('completed');
    expect(remarks(run)).toHaveLength(2);
  });

  test('costs one request where the model says that nothing is left', async () => {
    const run = start(read('r1'), say('It says a. Next, I will write the report.'), say('Nothing is left to do.'));
    await run.say('read a.txt');
    expect(run.session.state()).toMatchObject({ status: 'completed', notice: null });
    expect(run.transport.requests).toHaveLength(3);
  });

  test('in the present tense counts only where nothing was done for a task that asks for work', async () => {
    const open = start(say('I read the file and then add a line.'), read('r1'), say('Done.'));
    await open.say('Add a line to a.txt');
    expect(remarks(open)).toHaveLength(1);
    const chat = start(say('I read files, write them and run commands.'));
    await chat.say('What do you do?');
    const worked = start(read('r1'), say('I read the file and found nothing.'));
    await worked.say('Add a line to a.txt');
    for (const run of [chat, worked]) {
      expect(run.session.state().status).toBe('completed');
      expect(remarks(run)).toEqual([]);
    }
  });

  test.each(['plan', 'chat'] as const)('in %s mode is an answer', async (mode) => {
    const run = start(say('Next, I will add the route.'));
    await run.session.send('How would you do it', mode);
    await run.session.settled();
    expect(run.session.state()).toMatchObject({ status: 'completed', notice: null });
    expect(remarks(run)).toEqual([]);
  });
});

describe('a call that comes as text', () => {
  const PRINTED = [
    'I read it.\n\n{"name": "devonz_read_file", "arguments": {"path": "a.txt"}}',
    'devonz_read_file(path="a.txt")',
    'I read it:\n\ndevonz_read_file({"path": "a.txt"})',
    '```tool_code\nprint(devonz_read_file(path="a.txt"))\n```',
    'Thought: I need the file.\nAction: devonz_read_file\nAction Input: {"path": "a.txt"}',
    '<read_file>\n<path>a.txt</path>\n</read_file>',
    '{"name": "read_file", "arguments": {"path": "a.txt"}}',
    '<tool_call>\n{"name": "devonz_read_file", "arguments": {"path": "a.',
  ];

  test.each(PRINTED)('and cannot be made in one way gets one remark, then the model has stopped: %j', async (printed) => {
    const run = start(say(printed), say(printed));
    await run.say('read a.txt');
    expect(run.session.state()).toMatchObject({ status: 'waiting_for_user', notice: { type: 'model-stopped', by: 'printed-call' } });
    expect(remarks(run)).toHaveLength(1);
    const corrected = start(say(printed), read('r1'), say('It says a.'));
    await corrected.say('read a.txt');
    expect(corrected.session.state()).toMatchObject({ status: 'completed', notice: null });
  });

  test.each([
    'The tool devonz_read_file reads a file; devonz_write_file(path, content) writes one, and I used both.',
    'Call it with:\n\n```ts\nreadFile("a.txt");\n```',
    'The answer is:\n\n{"path": "a.txt", "lines": 1}',
    'It is read by\ndevonz_read_file({"path": "a.txt"})\nand then shown.',
    '<header>\n<title>a</title>\n</header>',
    '{"name": "my-app", "version": "1.0.0"}',
  ])('is not what only speaks of calls or is data: %j', async (words) => {
    const run = start(read('r1'), say(words));
    await run.say('read a.txt');
    expect(run.session.state()).toMatchObject({ status: 'completed', notice: null });
    expect(remarks(run)).toEqual([]);
  });

  test('in a text codec, after two remarks, does not end the run as completed either', async () => {
    const broken = '{"type": "tool", "name": "devonz_read_file", "args": {"path": "a.';
    const run = start(say(broken), say(broken), say(broken));
    run.settings.value = { ...run.settings.value, codecs: { 'demo:scripted': 'json' } };
    await run.say('read a.txt');
    expect(run.session.state()).toMatchObject({ status: 'waiting_for_user', notice: { type: 'model-stopped' } });
  });
});

describe('an open plan', () => {
  test('is spoken of once where the model ends with words', async () => {
    const run = start(plan('p1', 'completed', 'in_progress', 'not_started', 'blocked'), say('Finished.'), say('Finished.'));
    await run.say('do it');
    expect(run.session.state()).toMatchObject({ status: 'completed', notice: null });
    expect(remarks(run)).toEqual([expect.stringContaining('Your plan still has open subgoals: "Part 1", "Part 2". Do what is left')]);
  });

  test('is spoken of once where it completes the task', async () => {
    const run = start(plan('p1', 'in_progress'), done('d1'), done('d2'));
    await run.say('do it');
    expect(run.calls().map((each) => (each.status === 'error' ? each.code : each.status))).toEqual(['success', 'plan_open', 'success']);
    expect(run.session.state().status).toBe('completed');
  });

  test('is spoken of only once, whether in a remark or in an answer', async () => {
    const run = start(plan('p1', 'in_progress'), say('Finished.'), done('d1'));
    await run.say('do it');
    expect(run.calls().at(-1)).toMatchObject({ status: 'success' });
  });

  test.each([
    ['that is done', [plan('p1', 'completed', 'blocked'), say('Finished.')]],
    ['while the model asks the user', [plan('p1', 'in_progress'), say('Which colour should it have?')]],
  ])('%s is not spoken of', async (_which, answers) => {
    const run = start(...answers);
    await run.say('do it');
    expect(remarks(run)).toEqual([]);
    expect(run.session.state().status).toBe('completed');
  });

  test('of an earlier task is not spoken of', async () => {
    const run = start(plan('p1', 'in_progress'), say('Finished.'), say('Finished.'), say('It is a.'));
    await run.say('do it');
    await run.say('what is in a.txt');
    expect(remarks(run)).toHaveLength(1);
    expect(run.transport.requests).toHaveLength(4);
  });

  test('without a step left is not spoken of: the run ends as it is', async () => {
    const run = start(plan('p1', 'in_progress'), say('Finished.'));
    run.settings.value = { ...run.settings.value, agent: { ...run.settings.value.agent, maxIterations: 2 } };
    await run.say('do it');
    expect(run.session.state()).toMatchObject({ status: 'completed', notice: null });
  });
});

describe('a false word of being done', () => {
  const CLAIM = 'I have updated `a.txt`:\n\n```\nb\n```\n\nThe bug is fixed.';

  test('without any call gets one remark; said again, the model has stopped', async () => {
    const run = start(say(CLAIM), say(CLAIM));
    await run.say('Fix a.txt');
    expect(run.session.state()).toMatchObject({ status: 'waiting_for_user', notice: { type: 'model-stopped', by: 'claim' } });
    const corrected = start(say(CLAIM), create('w1'), say(CLAIM));
    corrected.settings.value = { ...corrected.settings.value, agent: { ...corrected.settings.value.agent, autoApproveFileCreation: true } };
    await corrected.say('Fix a.txt');
    expect(corrected.session.state()).toMatchObject({ status: 'completed', notice: null });
    const question = start(say('I have added that in the task before.'));
    await question.say('What did you do?');
    expect(remarks(question)).toEqual([]);
  });

  test('after calls that only looked, were denied or failed is one, too', async () => {
    const looked = start(read('r1'), say(CLAIM), say(CLAIM));
    await looked.say('Fix a.txt');
    expect(looked.session.state()).toMatchObject({ status: 'waiting_for_user', notice: { type: 'model-stopped', by: 'claim' } });
    const edit = call({ toolCallId: 'e1', toolName: 'devonz_edit_file', input: { path: 'a.txt', edits: [{ find: 'a', replace: 'b' }] } });
    const denied = start(edit, say(CLAIM), say('It is not done: the change of a.txt was denied.'));
    await denied.say('Fix a.txt');
    await denied.session.answerApproval(denied.onlyWaiting().approvalId, { decision: 'deny' });
    await denied.session.settled();
    expect(remarks(denied)).toEqual([expect.stringContaining('If calls were denied or failed, say that it is not done')]);
    expect(denied.session.state()).toMatchObject({ status: 'completed', notice: null });
  });

  test('after a check that failed is answered once', async () => {
    const check = call({ toolCallId: 'c1', toolName: 'devonz_run_command', input: { command: 'vitest run' } });
    const run = start(check, done('d1'), done('d2'));
    run.workspace.script('vitest run', { exitCode: 1, output: '1 failing' });
    run.settings.value = { ...run.settings.value, agent: { ...run.settings.value.agent, autoApproveCommands: true } };
    await run.say('Fix a.txt');
    expect(run.calls().map((each) => (each.status === 'error' ? each.code : each.status))).toEqual(['success', 'check_failed', 'success']);
  });
});

describe('an end in words after the completion was refused', () => {
  const check = (toolCallId: string) => call({ toolCallId, toolName: 'devonz_run_command', input: { command: 'vitest run' } });
  const source = (toolCallId: string) => call({ toolCallId, toolName: 'devonz_write_file', input: { path: 'b.ts', content: 'b' } });

  function startAllowed(...answers: ConstructorParameters<typeof ScriptedTransport>) {
    const run = start(...answers);
    run.settings.value = {
      ...run.settings.value,
      agent: { ...run.settings.value.agent, autoApproveCommands: true, autoApproveFileCreation: true },
    };
    run.workspace.script('vitest run', { exitCode: 0, output: '1 passed' });
    return run;
  }

  async function endOf(run: ReturnType<typeof startAllowed>) {
    await run.say('Add b.ts');
    while (run.waiting().length > 0) {
      for (const { approvalId } of run.waiting()) await run.session.answerApproval(approvalId, { decision: 'approve' });
      await run.session.settled();
    }
    const { status, notice } = run.session.state();
    const { outcome } = runResult({ state: run.session.state(), priceOf: () => null, earlier: NOTHING_SPENT, forced: null });
    return { status, notice, outcome };
  }

  test('gets one remark that names what is missing, then the model has stopped and the run has failed', async () => {
    const run = startAllowed(source('w1'), done('d1'), say('All done! Anything else?'), say('Done.'));
    const notice = { type: 'model-stopped', by: 'unchecked', missing: ['b.ts'] };
    expect(await endOf(run)).toEqual({ status: 'waiting_for_user', notice, outcome: 'failed' });
    expect(remarks(run)).toEqual([
      expect.stringContaining('nothing was built, type-checked, linted or tested to its end since you changed b.ts'),
    ]);
  });

  test('completes the run once the check was made, or once the model completes it again', async () => {
    const completed = { status: 'completed', notice: null, outcome: 'completed' };
    expect(await endOf(startAllowed(source('w1'), done('d1'), check('c1'), say('Done.')))).toEqual(completed);
    expect(await endOf(startAllowed(source('w1'), done('d1'), say('Done.'), check('c1'), say('Done.')))).toEqual(completed);
    expect(await endOf(startAllowed(source('w1'), done('d1'), say('Done.'), done('d2')))).toEqual(completed);
  });

  test('is not accepted for calls that only look between the remark and the next word', async () => {
    const run = startAllowed(source('w1'), done('d1'), say('Done.'), read('r1'), say('Done.'));
    expect(await endOf(run)).toMatchObject({ notice: { by: 'unchecked' }, outcome: 'failed' });
  });

  test('is held for a change after the check, too', async () => {
    const again = call({ toolCallId: 'w2', toolName: 'devonz_write_file', input: { path: 'c.ts', content: 'c' } });
    const run = startAllowed(source('w1'), done('d1'), check('c1'), again, say('Done.'), say('Done.'));
    expect(await endOf(run)).toMatchObject({ notice: { by: 'unchecked', missing: ['c.ts'] }, outcome: 'failed' });
  });

  test('for a check that failed names the check', async () => {
    const run = startAllowed(check('c1'), done('d1'), say('Done.'), say('Done.'));
    run.workspace.script('vitest run', { exitCode: 1, output: '1 failing' });
    expect(await endOf(run)).toMatchObject({ notice: { by: 'check-failed', missing: ['vitest run'] }, outcome: 'failed' });
    expect(remarks(run)).toEqual([expect.stringContaining('the last check failed: vitest run.')]);
  });

  test('for an unfinished plan names the subgoals, until the plan is brought up to date', async () => {
    const run = startAllowed(plan('p1', 'completed', 'in_progress'), done('d1'), say('Finished.'), say('Finished.'));
    expect(await endOf(run)).toMatchObject({ notice: { by: 'plan-open', missing: ['Part 1'] }, outcome: 'failed' });
    expect(remarks(run)).toEqual([expect.stringContaining('the plan has open subgoals: "Part 1".')]);
    const updated = startAllowed(plan('p1', 'in_progress'), done('d1'), say('Finished.'), plan('p2', 'completed'), say('Finished.'));
    expect(await endOf(updated)).toMatchObject({ status: 'completed', notice: null });
  });

  test('for a change that failed is accepted only where it says so', async () => {
    const failing = call(
      { toolCallId: 'e1', toolName: 'devonz_edit_file', input: { path: 'a.txt', edits: [{ find: 'zz', replace: 'b' }] } },
      { toolCallId: 'd1', toolName: 'devonz_task_complete', input: { summary: 'Done.' } },
    );
    const run = startAllowed(failing, say('Done.'), say('Done.'));
    expect(await endOf(run)).toMatchObject({ notice: { by: 'undone', missing: ['a.txt'] }, outcome: 'failed' });
    const honest = startAllowed(failing, say('Done.'), say('The change of a.txt could not be made.'));
    expect(await endOf(honest)).toMatchObject({ status: 'completed', notice: null });
    const fixed = startAllowed(failing, create('w1'), say('Done.'));
    expect(await endOf(fixed)).toMatchObject({ status: 'completed', notice: null });
  });
});

test('what follows a stop says so to the model, once', async () => {
  const edit = call({ toolCallId: 'e1', toolName: 'devonz_edit_file', input: { path: 'a.txt', edits: [{ find: 'a', replace: 'b' }] } });
  const run = start(edit, say('It is a.'), say('Still a.'));
  await run.say('Change a.txt');
  expect(run.session.isWaiting()).toBe(true);
  await run.session.stop();
  await run.say('What is in a.txt?');
  await run.say('And now?');
  expect(remarks(run)).toEqual([expect.stringContaining('The user stopped the work above.')]);
  const told = JSON.stringify(run.transport.requests.at(-1));
  expect(told.indexOf('The user stopped')).toBeLessThan(told.indexOf('What is in a.txt?'));
});
