import { expect, test } from 'vitest';
import { hostileModel } from '../../bench/craft/hostile/hostile-model.ts';
import { HOSTILE_PLAN } from '../../bench/craft/hostile/hostile-plan.ts';
import { CONDUCT_SLIPS, FORM_SLIPS, TEXT_SLIPS } from '../../bench/craft/hostile/hostile-slip.ts';
import { recordedModel } from '../../bench/craft/recorded-model.ts';
import type { WireMessage, WireRequest } from '../../bench/craft/scripted-endpoint.ts';
import { readTrajectory, TRAJECTORY_IDS, type Trajectory } from '../../bench/craft/trajectory.ts';

const TRAJECTORY: Trajectory = {
  id: 'T1',
  project: '',
  task: 'Read.',
  answers: [
    { content: null, tool_calls: [{ name: 'devonz_read_file', arguments: { path: 'a' } }] },
    { content: 'Done.', tool_calls: [] },
  ],
};
const after = (...messages: WireMessage[]): WireRequest => ({ bytes: 0, tools: [], messages: [{ role: 'assistant' }, ...messages] });
const result = (content: string) => after({ role: 'tool', content, tool_call_id: 'c' });

test('the four hostile runs have a hundred slips at answers that there are', async () => {
  const trajectories = await Promise.all(TRAJECTORY_IDS.map(readTrajectory));
  const made = trajectories.flatMap(({ id, answers }) =>
    Object.entries(HOSTILE_PLAN[id]).flatMap(([at, slips]) => {
      const recorded = answers[Number(at)] ?? expect.unreachable(`${id} has no answer ${at}`);
      const calls = recorded.tool_calls.map((call) => ({ name: call.name, arguments: JSON.stringify(call.arguments) }));
      return slips.filter((slip) => slip.make({ content: recorded.content ?? null, calls }).length > 0);
    }),
  );
  expect(made.length).toBeGreaterThanOrEqual(100);
  const names = new Set(
    [...Object.values(FORM_SLIPS), ...Object.values(CONDUCT_SLIPS), ...Object.values(TEXT_SLIPS).flat()].map(({ name }) => name),
  );
  expect([...names].filter((name) => !made.some((slip) => slip.name === name))).toEqual([]);
});

test('a slip that is understood stands for the recorded answer, and one that is not is followed by it', () => {
  const understood = hostileModel(recordedModel(TRAJECTORY, []), { 0: [FORM_SLIPS.names] });
  expect(understood.next(after()).answer.calls?.[0]?.arguments).toBe('{"file_path":"a"}');
  expect(understood.next(result('1: text')).answer.content).toBe('Done.');
  expect(understood.fates()).toEqual([{ name: FORM_SLIPS.names.name, answer: 0, fate: 'taken' }]);

  const refused = hostileModel(recordedModel(TRAJECTORY, []), { 0: [FORM_SLIPS.names] });
  refused.next(after());
  expect(refused.next(result('devonz_read_file: path is missing')).answer.calls?.[0]?.arguments).toBe('{"path":"a"}');
  expect(refused.next(result('1: text')).answer.content).toBe('Done.');
  expect(refused.fates()).toMatchObject([{ fate: 'told' }]);
});

test('a slip before an answer is followed by it, and one that no request follows has ended the run', () => {
  const model = hostileModel(recordedModel(TRAJECTORY, []), { 0: [CONDUCT_SLIPS.denied], 1: [CONDUCT_SLIPS.done] });
  const commands = [model.next(after()), model.next(result('denied'))].map(({ answer }) => answer.calls?.[0]?.name);
  expect(commands).toEqual(['devonz_run_command', 'devonz_run_command']);
  expect(model.next(result('denied')).answer.calls?.[0]?.name).toBe('devonz_read_file');
  expect(model.next(result('1: text')).answer.content).toContain('I have implemented everything');
  expect(model.fates().map(({ fate }) => fate)).toEqual(['told', 'ended']);
});
