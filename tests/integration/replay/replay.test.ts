import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../app/lib/agent/testing/scripted-transport.ts';
import type { JsonValue } from '../../../app/lib/protocol/json-value.ts';
import { DEFAULT_APP_SETTINGS } from '../../../app/lib/protocol/settings.ts';
import { RecordedModel } from '../../../app/lib/replay/recorded-model.ts';
import { createRecordedServer } from '../../../app/lib/replay/recorded-server.ts';
import { runReplay } from '../../../app/lib/replay/run-replay.ts';
import { agentEnvironment } from '../../../app/lib/seed-api/environment.ts';
import type { Session } from '../../../app/lib/session-file/session-file-schema.ts';
import { $chat } from '../../../app/lib/stores/chat.ts';
import { $settings } from '../../../app/lib/stores/settings.ts';
import { type ComposedWorkbench, composedWorkbench } from '../support/composed-workbench.ts';

let app: ComposedWorkbench;
let model = new ScriptedTransport();
let server: typeof fetch | null = null;

beforeAll(async () => {
  app = await composedWorkbench(
    () => model,
    {},
    () => server,
  );
});
beforeEach(async () => {
  model = new ScriptedTransport();
  server = null;
  await app.actions.chat.newChat();
});

const use = (toolName: string, input: JsonValue, toolCallId: string) => call({ toolName, input, toolCallId });
const write = (path: string, content: string, id: string) => use('devonz_write_file', { path, content }, id);
const source = () => agentEnvironment()?.app ?? expect.unreachable();

/** One pixel. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

/** Waits until the open session is idle. */
async function resting() {
  const session = source().session() ?? expect.unreachable();
  do await session.settled();
  while (session.state().status === 'waiting_for_approval' && (await new Promise((resolve) => source().subscribe(() => resolve(true)))));
}

/** Sends a message and answers the questions in this order. */
async function tell(text: string, ...answers: ('approve' | 'deny')[]) {
  const session = await source().open(text);
  const stop = source().subscribe((event) => {
    if (event.type !== 'approval-requested') return;
    const decision = answers.shift() ?? expect.unreachable(event.summary);
    void session.answerApproval(event.approval.approvalId, { decision });
  });
  await app.actions.chat.sendMessage(text);
  do await session.settled();
  while (session.state().status === 'waiting_for_approval' && (await new Promise((resolve) => source().subscribe(() => resolve(true)))));
  stop();
}

async function recordedSession(): Promise<Session> {
  const exported = (await app.actions.sessions.exportSession(true)) ?? expect.unreachable();
  return ((await app.actions.sessions.readSessionFile(exported.blob)) ?? expect.unreachable()).session;
}

async function replay(recorded: Session) {
  const recordedModel = new RecordedModel(recorded.records);
  server = createRecordedServer(recorded.records, recordedModel);
  await app.actions.chat.newChat();
  return runReplay(recorded, { actions: app.actions, app: source(), model: recordedModel, workspace: app.workspace(), now: () => 0 });
}

async function recordOne() {
  await app.actions.chat.startWithFiles('Shop', [{ path: 'src/old.ts', content: new TextEncoder().encode('export const old = 1;\n') }]);
  model.add(
    use('devonz_read_file', { path: 'src/old.ts' }, 'a'),
    write('src/new.ts', 'export const fresh = 2;\n', 'b'),
    write('.env', 'KEY=1', 'c'),
    use('devonz_edit_file', { path: 'src/old.ts', old_text: '1', new_text: '3' }, 'd'),
    say('Done.'),
  );
  await tell('Add a file', 'approve', 'deny', 'approve');
  model.add(say('You are welcome.'));
  await tell('Thank you');
  return recordedSession();
}

describe('a replay', () => {
  test('asks no model, gives the same answers as the user then, and finds nothing different', async () => {
    const recorded = await recordOne();
    const asked = model.requests.length;
    const report = await replay(recorded);
    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ title: 'Shop', messages: 2, calls: 4 });
    expect(model.requests).toHaveLength(asked);
    expect($chat.get().messages.filter(({ role }) => role === 'user')).toHaveLength(2);
  });

  test('names the call whose result is another, and the file', async () => {
    const recorded = await recordOne();
    const records = recorded.records.map((record) =>
      record.event.type === 'tool-call-succeeded' && record.event.toolCallId === 'a'
        ? { ...record, event: { ...record.event, output: { text: 'something else' } } }
        : record,
    );
    const withoutNew = records.filter(({ event }) => event.type !== 'file-changed' || event.path !== 'src/new.ts');
    const { differences } = await replay({ ...recorded, records: withoutNew });
    expect(differences.map(({ kind, subject }) => ({ kind, subject }))).toEqual([
      { kind: 'call-output', subject: 'devonz_read_file a' },
      { kind: 'file', subject: 'src/new.ts' },
    ]);
  });

  test('says what is asked about now and was not then, and does as then', async () => {
    const before = $settings.get();
    $settings.set({ ...before, agent: { ...before.agent, autoApproveFileCreation: true } });
    model.add(write('a.ts', 'one', 'a'), say('Done.'));
    await tell('Write');
    const recorded = await recordedSession();
    $settings.set({ ...before, agent: { ...before.agent, autoApproveFileCreation: false } });
    const { differences } = await replay(recorded);
    $settings.set(before);
    expect(differences).toEqual([{ kind: 'approval', subject: 'devonz_write_file a', was: 'not asked', is: 'asked' }]);
  });

  test.each([
    ['tokens', { budget: { ...DEFAULT_APP_SETTINGS.budget, tokens: 1 } }],
    ['steps', { agent: { ...DEFAULT_APP_SETTINGS.agent, maxIterations: 1 } }],
  ])('of a run that ended by a limit of %s, which nobody has here, finds nothing different', async (_, limits) => {
    const before = $settings.get();
    $settings.set({ ...before, ...limits });
    model.add(write('a.ts', 'one', 'a'));
    await tell('Write', 'approve');
    const session = source().session() ?? expect.unreachable();
    expect(session.state().notice?.type).toMatch(/budget|iteration-limit/);
    model.add(say('Done.'));
    await (session.state().notice?.type === 'budget' ? session.grantBudget('tokens', 1_000_000) : session.grantIterations(5));
    await resting();
    const recorded = await recordedSession();
    $settings.set(before);
    const { differences } = await replay(recorded);
    expect(differences).toEqual([]);
  });

  test('does again a stop in the middle of an answer, and what was asked for after it', async () => {
    const hasBegun = new Promise<void>((resolve) => {
      model.add(write('a.ts', 'one', 'a'), () => {
        resolve();
        return { parts: [], ending: 'hang' };
      });
    });
    const session = await source().open('Stopped');
    const told = tell('Write', 'approve');
    await hasBegun;
    await session.stop();
    await told;
    model.add(say('Again.'));
    await session.retry();
    await session.settled();
    const recorded = await recordedSession();
    const { differences } = await replay(recorded);
    expect(differences).toEqual([]);
    expect($chat.get().status).toBe('completed');
  });

  test('says a message in another way again, goes back with its files, and shows the version from before', async () => {
    model.add(write('a.ts', 'one', 'a'), say('First.'));
    await tell('Write', 'approve');
    const [message] = $chat.get().messages;
    model.add(write('b.ts', 'two', 'b'), say('Second.'));
    const approve = source().subscribe((event) => {
      if (event.type === 'approval-requested') void source().session()?.answerApproval(event.approval.approvalId, { decision: 'approve' });
    });
    await app.actions.checkpoints.resend(message?.id ?? expect.unreachable(), 'Write something else');
    await resting();
    approve();
    const version = source().session()?.state().versions.at(-1) ?? expect.unreachable();
    await app.actions.checkpoints.showVersion(version.versionId);
    await app.actions.files.createFile('c.ts');
    model.add(say('Third.'));
    await tell('And now?');
    const recorded = await recordedSession();
    const { differences, messages } = await replay(recorded);
    expect(differences).toEqual([]);
    expect(messages).toBe(3);
    expect(['a.ts', 'b.ts', 'c.ts'].map((path) => app.workspace().text(path))).toEqual(['one', null, '']);
    expect($chat.get().messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))).toEqual(
      expect.arrayContaining(['Write', 'First.', 'And now?', 'Third.']),
    );
  });

  test('takes steps and tasks back without the folders that they had made', async () => {
    model.add(write('a/b/c.ts', 'one', 'a'), say('First.'));
    await tell('Write', 'approve');
    await app.actions.checkpoints.undoLastStep();
    model.add(write('a/b', 'two', 'b'), say('Second.'));
    await tell('Write a file there', 'approve');
    await app.actions.checkpoints.undoLastRun();
    model.add(write('a', 'three', 'c'), say('Third.'));
    await tell('And there', 'approve');
    expect((await replay(await recordedSession())).differences).toEqual([]);
    expect(app.workspace().text('a')).toBe('three');
  });

  test('plays a branch from its beginning, with what it has in common with the chat it came from', async () => {
    model.add(write('a.ts', 'one', 'a'), say('First.'));
    await tell('Write', 'approve');
    model.add(write('b.ts', 'two', 'b'), say('Second.'));
    await tell('Write more', 'approve');
    const second = $chat.get().messages.filter(({ role }) => role === 'user')[1];
    await app.actions.checkpoints.branchChat(second?.id ?? expect.unreachable());
    model.add(write('c.ts', 'three', 'c'), say('Third.'));
    await tell('Write something else', 'approve');
    const recorded = await recordedSession();
    const { differences, messages, calls } = await replay(recorded);
    expect(differences).toEqual([]);
    expect([messages, calls]).toEqual([2, 2]);
    expect(['a.ts', 'b.ts', 'c.ts'].map((path) => app.workspace().text(path))).toEqual(['one', null, 'three']);
  });

  test('plays a branch from before a message that was said in another way', async () => {
    model.add(write('a.ts', 'one', 'a'), say('First.'));
    await tell('Write', 'approve');
    model.add(write('b.ts', 'two', 'b'), say('Second.'));
    await tell('Write more', 'approve');
    const said = () => $chat.get().messages.filter(({ role }) => role === 'user')[1]?.id ?? expect.unreachable();
    model.add(say('Third.'));
    await app.actions.checkpoints.resend(said(), 'Write nothing');
    await resting();
    await app.actions.checkpoints.branchChat(said());
    await app.actions.files.createFile('c.ts');
    model.add(write('d.ts', 'four', 'd'), say('Fourth.'));
    await tell('Write elsewhere', 'approve');
    expect((await replay(await recordedSession())).differences).toEqual([]);
    expect(['a.ts', 'b.ts', 'c.ts', 'd.ts'].map((path) => app.workspace().text(path))).toEqual(['one', null, '', 'four']);
  });

  test('takes a message that waited back again', async () => {
    const hasBegun = new Promise<void>((resolve) => {
      model.add(() => {
        resolve();
        return { parts: [], ending: 'hang' };
      });
    });
    const session = await source().open('Waiting');
    const told = tell('Write');
    await hasBegun;
    await app.actions.chat.sendMessage('Never mind', 'after-task');
    const waiting = session.state().queued[0] ?? expect.unreachable();
    await session.withdraw(waiting.message.id);
    await session.stop();
    await told;
    const recorded = await recordedSession();
    expect(recorded.records.map(({ event }) => event.type)).toContain('message-withdrawn');
    const { differences } = await replay(recorded);
    expect(differences).toEqual([]);
    expect(source().session()?.state().queued).toEqual([]);
  });

  test('attaches the images of a message again', async () => {
    const prepared = await app.actions.images.prepareImage(new File([PNG], 'dot.png', { type: 'image/png' }));
    model.add(say('A dot.'));
    await source().open('Image');
    await app.actions.chat.sendMessage('What is it?', undefined, [
      prepared.ok ? { image: prepared.image } : expect.unreachable(prepared.why),
    ]);
    await resting();
    const recorded = await recordedSession();
    expect((await replay(recorded)).differences).toEqual([]);
    const [message] = $chat.get().messages;
    expect(message?.parts).toContainEqual(expect.objectContaining({ type: 'image', name: 'dot.png' }));
  });

  test('does again what a program did, in a run of its own and beside', async () => {
    const session = await source().open('Program');
    const approve = source().subscribe((event) => {
      if (event.type === 'approval-requested') void session.answerApproval(event.approval.approvalId, { decision: 'approve' });
    });
    const call = (toolCallId: string, path: string) =>
      session.program.call({ toolCallId, toolName: 'devonz_write_file', input: { path, content: toolCallId } });
    await session.program.begin('Set the project up', 'agent');
    expect((await call('one', 'a.ts'))?.status).toBe('success');
    await session.program.countStep();
    await session.program.end();
    await call('two', 'b.ts');
    await session.settled();
    approve();
    model.add(say('I see it.'));
    await tell('What is there?');
    const recorded = await recordedSession();
    const report = await replay(recorded);
    expect(report.differences).toEqual([]);
    expect(report.calls).toBe(2);
    expect([app.workspace().text('a.ts'), app.workspace().text('b.ts')]).toEqual(['one', 'two']);
  });
});
