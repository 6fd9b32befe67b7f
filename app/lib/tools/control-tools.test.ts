import { expect, test } from 'vitest';
import type { SessionFacts } from '../agent/contract/session-facts.ts';
import { sessionFactsWith } from '../agent/testing/session-facts-with.ts';
import type { JsonValue } from '../protocol/message.ts';
import { askUserTool } from './control/ask-user.ts';
import { taskCompleteTool } from './control/task-complete.ts';
import { updatePlanTool } from './control/update-plan.ts';
import { failureOf, outputOf, toolContext } from './testing/run-tool.ts';

const facts = (rest: Partial<SessionFacts> = {}) => ({
  ...toolContext(),
  session: sessionFactsWith(rest),
});

test('a question is confirmed with the word that its answer comes next', async () => {
  expect(await outputOf(askUserTool, { question: 'Which colour?' }, facts())).toMatchObject({ question: 'Which colour?' });
  expect(await askUserTool.plan({ question: 'x' }, facts())).toEqual({ ok: true, intent: { kind: 'control' } });
  expect(askUserTool.problemOf({ question: '' })).toContain('question');
});

test('completion names what was not checked, a few of many, and tells the way on', async () => {
  const unchecked = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts', 'g.ts'];
  const { message } = await failureOf(taskCompleteTool, { summary: 'Done.' }, facts({ unchecked }));
  expect(message).toContain('since you changed a.ts, b.ts, c.ts, d.ts, e.ts and 2 more.');
  expect(message).toContain('call devonz_task_complete again');
  expect(await outputOf(taskCompleteTool, { summary: 'Done.' }, facts())).toEqual({ summary: 'Done.' });
  expect(await outputOf(taskCompleteTool, { summary: 'Done.' }, toolContext())).toEqual({ summary: 'Done.' });
});

test('a plan without a session begins empty; an update tells what changed and what is open', async () => {
  const plan = [{ id: 'a', objective: 'A', status: 'in_progress' as const }];
  // The cast: the output is JSON, as that of every tool.
  const said = async (input: object, context = facts({ plan })) =>
    updatePlanTool.print((await outputOf(updatePlanTool, input, context)) as JsonValue, {});
  expect(await said({ subgoals: plan }, facts())).toBe('Plan noted: 1 subgoal.');
  expect(await said({ subgoals: [{ ...plan[0], status: 'completed' }] })).toBe('Plan noted: 1 subgoal, 1 of 1 completed.');
  expect(
    await said({
      update: [
        { id: 'a', status: 'completed' },
        { id: 'b', objective: 'B' },
      ],
    }),
  ).toBe('a: completed, b: not_started. 1 of 2 completed. Open: b (not_started).');
  expect(await said({ update: [{ id: 'a', status: 'completed' }] })).toBe('a: completed. 1 of 1 completed. None is open.');
  expect((await failureOf(updatePlanTool, { update: [{ id: 'z' }] }, toolContext())).code).toBe('bad_arguments');
});

test('the result of an older update, which holds the whole plan, is printed too', () => {
  const old = { subgoals: 1, completed: 0, plan: [{ id: 'a', objective: 'A', status: 'in_progress' }] };
  expect(updatePlanTool.print(old, {})).toContain('- id: a, objective: A, status: in_progress');
});
