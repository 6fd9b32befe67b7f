import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import { recordedModel } from '../../bench/craft/recorded-model.ts';
import { readTrajectory, TRAJECTORY_IDS } from '../../bench/craft/trajectory.ts';
import { runOverWire } from '../../bench/craft/wire-session.ts';

/**
 * The recorded runs in memory, where commands print one line: what they send is the fixed part of each request, the model's own answers, and
 * the results of all other tools. `npm run bench -- craft` has the bar of the whole, with the commands of a real project.
 */
const MOST_SENT = 890_000;

test('the four recorded runs end, and send no more than they need', async () => {
  let sent = 0;
  for (const id of TRAJECTORY_IDS) {
    const trajectory = await readTrajectory(id);
    const workspace = new MemoryWorkspace({ 'package.json': '{ "name": "shop" }\n' });
    for (const { tool_calls: calls } of trajectory.answers) {
      for (const { arguments: given } of calls) if (typeof given.command === 'string') workspace.script(given.command, { output: 'ok\n' });
    }
    const { next } = recordedModel(trajectory, []);
    const run = await runOverWire({ task: trajectory.task, workspace, contextLength: 131_072, maxIterations: 90, next });
    expect(`${id}: ${run.outcome}`).toBe(`${id}: completed`);
    sent += run.requests.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  expect(sent).toBeLessThanOrEqual(MOST_SENT);
});
