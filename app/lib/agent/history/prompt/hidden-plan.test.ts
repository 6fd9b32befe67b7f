import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../../runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../tools/index.ts';
import { INITIAL_CONVERSATION } from '../../contract/conversation-state.ts';
import { call, ScriptedTransport, say } from '../../testing/scripted-transport.ts';
import { testSession } from '../../testing/test-session.ts';
import { hiddenPlan } from './hidden-plan.ts';

const plan = [{ id: 'cart', objective: 'Build the cart', status: 'in_progress' as const }];

test('a plan that no message shows is in the prompt, unless it is that of an earlier task', () => {
  expect(hiddenPlan({ ...INITIAL_CONVERSATION, plan }, [])).toEqual(plan);
  expect(hiddenPlan({ ...INITIAL_CONVERSATION, plan, isPlanOld: true }, [])).toEqual([]);
});

test('where only the newest turns are sent, a plan of an earlier task is not sent as the current one', async () => {
  const transport = new ScriptedTransport(
    call({ toolName: 'devonz_update_plan', input: { subgoals: [{ ...plan[0], status: 'blocked', log: 'No key.' }] } }),
    say('There is no key.'),
    say('Hello.'),
  );
  const made = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  made.settings.value = { ...made.settings.value, history: { turns: 1, autoCompact: true } };
  await made.say('Build the cart.');
  await made.say('Hello');
  expect(made.session.state().isPlanOld).toBe(true);
  expect(transport.requests.at(-1)?.system).not.toContain('Build the cart');
});
