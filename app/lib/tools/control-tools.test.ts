import { expect, test } from 'vitest';
import type { SessionFacts } from '../agent/contract/session-facts.ts';
import { sessionFactsWith } from '../agent/testing/session-facts-with.ts';
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

test('a plan without a session begins empty; an update tells the whole plan back', async () => {
  const plan = [{ id: 'a', objective: 'A', status: 'completed' as const }];
  expect(await outputOf(updatePlanTool, { subgoals: plan }, toolContext())).toEqual({ subgoals: 1, completed: 1 });
  expect(await outputOf(updatePlanTool, { update: [{ id: 'b', objective: 'B' }] }, facts({ plan }))).toEqual({
    subgoals: 2,
    completed: 1,
    plan: [...plan, { id: 'b', objective: 'B', status: 'not_started' }],
  });
  expect((await failureOf(updatePlanTool, { update: [{ id: 'z' }] }, toolContext())).code).toBe('bad_arguments');
});
