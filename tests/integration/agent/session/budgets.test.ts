import { expect, test } from 'vitest';
import { call, type ScriptedStep, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import type { Budget } from '../../../../app/lib/protocol/settings.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

/** A step that uses 1000 input and 500 output tokens. */
const step = (index: number): ScriptedStep => ({
  ...call({ toolName: 'devonz_list_directory', input: { maxDepth: index + 1 } }),
  usage: { inputTokens: 1_000, outputTokens: 500 },
});

function session(budget: Partial<Budget>, steps: number, prices = {}) {
  const transport = new ScriptedTransport(...Array.from({ length: steps }, (_, index) => step(index)), say('Done.'));
  const one = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools });
  one.settings.value = { ...one.settings.value, prices, budget: { ...one.settings.value.budget, ...budget } };
  return { ...one, transport };
}

test('the token budget is looked at before each step, and more of it continues the same run', async () => {
  const { session: agent, transport, say: tell, telemetry } = session({ tokens: 4_000 }, 4);
  await tell('go');
  expect(transport.requests).toHaveLength(3);
  expect(agent.state()).toMatchObject({ status: 'idle', notice: { type: 'budget', budget: 'tokens', used: 4_500, limit: 4_000 } });
  expect(telemetry).toContainEqual(expect.objectContaining({ type: 'guard', guard: 'budget' }));
  expect(telemetry).toContainEqual(expect.objectContaining({ type: 'run', outcome: 'limit', steps: 3 }));
  await agent.grantBudget('tokens', 10_000);
  await agent.settled();
  expect(agent.state()).toMatchObject({ status: 'completed', notice: null, granted: { tokens: 10_000 } });
});

test("money is counted by the model's price, and not at all where that is not known", async () => {
  const priced = session({ money: 0.01 }, 4, { 'demo:scripted': { input: 2, output: 4 } });
  await priced.say('go');
  // Each step costs 0.004 dollars.
  expect(priced.transport.requests).toHaveLength(3);
  expect(priced.session.state().notice).toMatchObject({ type: 'budget', budget: 'money', limit: 0.01 });
  const unknown = session({ money: 0.01 }, 4, { 'other:model': { input: 2, output: 4 } });
  await unknown.say('go');
  expect(unknown.session.state().status).toBe('completed');
});

test('the budget of a day counts what every task and tab has used, is asked before each step, and is not the task’s to raise', async () => {
  const one = session({}, 4);
  // Another tab spends at the same time.
  let asked = 0;
  one.ports.spending = { today: () => ({ input: 2_000 * asked++, output: 0, dollars: 0 }) };
  one.settings.value = { ...one.settings.value, dayBudget: { tokens: 4_000, money: null } };
  await one.say('go');
  expect(one.transport.requests).toHaveLength(2);
  const notice = { type: 'budget', of: 'day', budget: 'tokens', used: 4_000, limit: 4_000 };
  expect(one.session.state()).toMatchObject({ status: 'idle', notice });
  await one.session.grantBudget('tokens', 50_000);
  expect(one.session.state().notice).toMatchObject(notice);
  one.settings.value = { ...one.settings.value, dayBudget: { tokens: 100_000, money: null } };
  await one.say('Continue');
  expect(one.session.state().status).toBe('completed');
});

test('the money of a day stops a task as well', async () => {
  const one = session({}, 1);
  one.ports.spending = { today: () => ({ input: 0, output: 0, dollars: 3.2 }) };
  one.settings.value = { ...one.settings.value, dayBudget: { tokens: null, money: 3 } };
  await one.say('go');
  expect(one.transport.requests).toHaveLength(0);
  expect(one.session.state().notice).toMatchObject({ of: 'day', budget: 'money', used: 3.2, limit: 3 });
});

test('minutes count while it works, not while the user is asked', async () => {
  const transport = new ScriptedTransport(
    call({ toolName: 'devonz_write_file', input: { path: 'a', content: '2' } }),
    call({ toolName: 'devonz_run_command', input: { command: 'slow' } }),
    say('Never asked.'),
  );
  const one = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools, agent: { autoApproveCommands: true } });
  one.settings.value = { ...one.settings.value, budget: { tokens: null, money: null, minutes: 1 } };
  const workspace = one.ports.workspace;
  if (!(workspace instanceof MemoryWorkspace)) throw new Error('It is one.');
  workspace.script('slow', async () => {
    await one.clock.sleep(70_000, new AbortController().signal);
    return { status: 'completed', exitCode: 0, output: 'slow' };
  });
  await one.say('go');
  // The user takes a break.
  await one.clock.sleep(3_600_000, new AbortController().signal);
  await one.session.approveAll();
  await one.session.settled();
  await one.session.approveAll();
  await one.session.settled();
  expect(one.session.state().notice).toMatchObject({ type: 'budget', budget: 'minutes', limit: 1 });
  expect(transport.requests).toHaveLength(2);
  expect(one.session.state().worked.ms).toBeLessThan(72_000);
});

test('a new task begins with a fresh budget; nonsense is not granted; more can be granted beforehand', async () => {
  const { session: agent, transport, say: tell, journal } = session({ tokens: 1_000 }, 2);
  await tell('go');
  expect(agent.state().notice).toMatchObject({ type: 'budget' });
  for (const amount of [0, -5, Number.NaN, Number.POSITIVE_INFINITY]) await agent.grantBudget('tokens', amount);
  expect(journal.types()).not.toContain('budget-granted');
  await tell('again');
  expect(transport.requests).toHaveLength(2);
  expect(agent.state()).toMatchObject({ notice: { type: 'budget', used: 1_500 }, runTokens: { input: 1_000, output: 500 } });
  await agent.grantBudget('money', 5);
  expect(agent.state()).toMatchObject({ status: 'idle', notice: { type: 'budget' }, granted: { money: 5 } });
});

test('in plan mode writing and running tools are absent whatever the settings approve', async () => {
  const everything = { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true };
  const calls = call(
    { toolName: 'devonz_write_file', input: { path: 'b', content: 'x' } },
    { toolName: 'devonz_edit_file', input: { path: 'a', edits: [{ find: '1', replace: '2' }] } },
    { toolName: 'devonz_run_command', input: { command: 'rm a' } },
  );
  const transport = new ScriptedTransport(calls, say('A plan.'));
  const workspace = new MemoryWorkspace({ a: '1' });
  const one = testSession({ transport, workspace, tools, agent: everything });
  await one.session.send('plan it', 'plan');
  await one.session.settled();
  const kinds = new Map(tools.tools.map((tool) => [tool.name, tool.kind]));
  for (const { toolNames } of transport.requests) {
    expect(toolNames.filter((name) => ['write', 'command'].includes(kinds.get(name) ?? ''))).toEqual([]);
  }
  expect(one.calls().map((each) => (each.status === 'error' ? each.code : each.status))).toEqual(Array(3).fill('unknown_tool'));
  expect([...workspace.writes, ...workspace.commands]).toEqual([]);
});
