import { describe, expect, test } from 'vitest';
import { RoutedTransport } from '../../../../app/lib/agent/testing/routed-transport.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import type { ChatMode } from '../../../../app/lib/protocol/chat-request.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';
import { NOTHING_SPENT, runResult } from '../../../../app/lib/unattended/run-result.ts';
import { ANNOUNCED, ENDINGS, SHOWN } from './left-as-text.ts';

const read = (toolCallId: string) => call({ toolCallId, toolName: 'devonz_read_file', input: { path: 'a.txt' } });
const write = (toolCallId: string) => call({ toolCallId, toolName: 'devonz_write_file', input: { path: 'b.txt', content: 'b' } });
const FIX = 'Fix a.txt: it must say b.';

function start(...answers: ConstructorParameters<typeof ScriptedTransport>) {
  const transport = new ScriptedTransport(...answers);
  const run = testSession({ transport, workspace: new MemoryWorkspace({ 'a.txt': 'a' }), tools });
  run.settings.value = { ...run.settings.value, agent: { ...run.settings.value.agent, autoApproveFileCreation: true } };
  return { ...run, transport };
}

function remarkCount({ session }: ReturnType<typeof start>): number {
  return session.state().remarks.size;
}

function outcomeOf({ session }: ReturnType<typeof start>): string {
  return runResult({ state: session.state(), priceOf: () => null, earlier: NOTHING_SPENT, forced: null }).outcome;
}

describe('an answer that leaves the work as text', () => {
  test.each([...SHOWN, ...ANNOUNCED])('is reminded once, then the model has stopped: %j', async (answer) => {
    for (const before of [[], [read('r1')]]) {
      const run = start(...before, say(answer), say(answer));
      await run.say(FIX);
      expect(run.session.state()).toMatchObject({ status: 'waiting_for_user', notice: { type: 'model-stopped' } });
      expect(outcomeOf(run)).toBe('failed');
      expect(remarkCount(run)).toBe(1);
    }
  });

  test.each([...SHOWN, ...ANNOUNCED])('is completed once the call is made: %j', async (answer) => {
    const run = start(say(answer), write('w1'), say('Done: it says b.'));
    await run.say(FIX);
    expect(run.session.state()).toMatchObject({ status: 'completed', notice: null });
    expect(remarkCount(run)).toBe(1);
  });

  test('is completed where the model then says that it was only to be seen', async () => {
    const run = start(say('Here is the fixed file:\n\n```\nb\n```'), say('You only asked to see it:\n\n```\nb\n```'));
    await run.say(FIX);
    expect(run.session.state()).toMatchObject({ status: 'completed', notice: null });
  });
});

describe('an answer that ends the task', () => {
  test.each(ENDINGS)('is not reminded ($task): $answer', async ({ task, before, answer, mode }) => {
    const calls = { looked: [read('r1')], changed: [read('r1'), write('w1')], none: [] }[before];
    const run = start(...calls, say(answer), say('The model was asked again.'));
    await run.session.send(task, (mode ?? 'agent') satisfies ChatMode);
    await run.session.settled();
    expect(remarkCount(run)).toBe(0);
    expect(run.session.state()).toMatchObject({ status: 'completed', notice: null });
  });

  test('is not reminded after the change was denied, either', async () => {
    const edit = call({ toolCallId: 'e1', toolName: 'devonz_edit_file', input: { path: 'a.txt', edits: [{ find: 'a', replace: 'b' }] } });
    const run = start(edit, say('This is the change that it would have been:\n\n```diff\n-a\n+b\n```'));
    await run.say(FIX);
    await run.session.answerApproval(run.onlyWaiting().approvalId, { decision: 'deny' });
    await run.session.settled();
    expect(remarkCount(run)).toBe(0);
    expect(run.session.state()).toMatchObject({ status: 'completed', notice: null });
  });

  test('is not reminded where it is the report of a sub-agent', async () => {
    const task = 'Look at a.txt and write what to change.';
    const report = 'This corrects it:\n\n```diff\n-a\n+b\n```';
    const transport = new RoutedTransport({
      go: [call({ toolName: 'devonz_delegate', input: { task } }), say('It is reported.')],
      [task]: [read('r1'), say(report)],
    });
    const run = testSession({ transport, workspace: new MemoryWorkspace({ 'a.txt': 'a' }), tools });
    await run.say('go');
    const [delegate] = [...run.session.state().delegates.values()];
    expect(delegate).toMatchObject({ status: 'completed', notice: null });
    expect(delegate?.remarks.size).toBe(0);
  });
});
