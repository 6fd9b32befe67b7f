import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import { ADAPTATIONS } from '../../bench/craft/adaptations.ts';
import { hostileModel } from '../../bench/craft/hostile/hostile-model.ts';
import { HOSTILE_PLAN } from '../../bench/craft/hostile/hostile-plan.ts';
import { DENIED_COMMAND } from '../../bench/craft/hostile/hostile-slip.ts';
import { recordedModel } from '../../bench/craft/recorded-model.ts';
import { readTrajectory, TRAJECTORY_IDS } from '../../bench/craft/trajectory.ts';
import { runOverWire } from '../../bench/craft/wire-session.ts';

/** The hostile runs of `npm run bench -- craft` in memory, where every command of the recording succeeds and does nothing. */
test.each(TRAJECTORY_IDS)('no slip in %s ends the run, and each is understood or answered', async (id) => {
  const trajectory = await readTrajectory(id);
  const plan = HOSTILE_PLAN[id];
  const model = hostileModel(recordedModel(trajectory, ADAPTATIONS[id]), plan);
  const workspace = new MemoryWorkspace({ 'package.json': '{ "name": "shop" }\n' });
  for (const { tool_calls: calls } of trajectory.answers) {
    for (const { arguments: given } of calls) if (typeof given.command === 'string') workspace.script(given.command, { output: 'ok\n' });
  }
  const run = await runOverWire({
    task: trajectory.task,
    workspace,
    contextLength: 131_072,
    maxIterations: 150,
    next: model.next,
    denied: [DENIED_COMMAND],
  });
  expect(model.fates().filter(({ fate }) => fate === 'ended')).toEqual([]);
  expect(model.fates()).toHaveLength(Object.values(plan).flat().length);
  expect(run.outcome).toBe('completed');
  expect(workspace.commands.filter((command) => command.includes('git push'))).toEqual([]);
});
