import { describe, expect, test } from 'vitest';
import { approvalIdSchema, contentHashSchema, stepIdSchema, toolCallIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import { approvalSubject, sameSubject } from '../calls/build-approval-request.ts';
import { INITIAL_CONVERSATION } from '../contract/conversation-state.ts';
import { webCryptoHasher } from '../testing/test-session.ts';
import { applyRecord, projectRecords } from './projection.ts';
import { userCommandText } from './user-command-text.ts';

const stepId = stepIdSchema.parse('step-1');
const toolCallId = toolCallIdSchema.parse('call-1');
const user: JournalEvent = {
  type: 'user-message',
  message: { id: 'u', role: 'user', parts: [{ type: 'text', text: 'go' }] },
  mode: 'agent',
};
const project = (...events: JournalEvent[]) => projectRecords(events.map((event, index) => ({ event, at: 1_000 + index })));

describe('what a journal tells', () => {
  test('a chat takes its newest name, and files of the project change nothing in the conversation', () => {
    const state = project({ type: 'chat-created', title: 'One' }, { type: 'chat-renamed', title: 'Two' });
    expect(state.title).toBe('Two');
    const file = { path: 'a', hash: 'x', by: 'agent' };
    const rest = ['file-changed', 'file-removed', 'checkpoint-restored'].map((type) => ({ type, ...file }) as unknown as JournalEvent); // Only their type is read.
    expect(project({ type: 'chat-created', title: 'One' }, { type: 'chat-renamed', title: 'Two' }, ...rest)).toEqual({
      ...state,
      fileLog: expect.objectContaining({ count: 2 }),
    });
  });

  test('calls that come with their answers are answered, and more steps take the notice of the limit away', () => {
    const part = { type: 'dynamic-tool' as const, toolCallId, toolName: 'devonz_read_file', input: {} };
    const step = (parts: Extract<JournalEvent, { type: 'step-finished' }>['parts']): JournalEvent[] => [
      user,
      { type: 'run-started', maxIterations: 1 },
      { type: 'step-started', stepId, modelId: 'm' } as JournalEvent, // Its other fields are optional.
      { type: 'step-finished', stepId, parts, finishReason: 'stop', usage: {} },
    ];
    const answered = project(...step([{ ...part, state: 'output-available', output: 1 }]));
    expect(answered.toolCalls.get(toolCallId)).toMatchObject({ status: 'success', output: 1, durationMs: 0 });
    const limited = project(...step([{ type: 'text', text: 'x' }]), { type: 'run-ended', outcome: 'iteration-limit' });
    expect(limited.notice).toMatchObject({ type: 'iteration-limit' });
    const granted = applyRecord(limited, { event: { type: 'iterations-granted', count: 5 }, at: 2_000 });
    expect(granted).toMatchObject({ notice: null, maxIterations: 6 });
    const stopped = project(user, { type: 'run-started', maxIterations: 1 }, { type: 'run-ended', outcome: 'stopped' });
    expect(applyRecord(stopped, { event: { type: 'iterations-granted', count: 5 }, at: 2_000 }).notice).toEqual({ type: 'stopped' });
  });

  test('a fault of ours is not passed over as damage', () => {
    const broken = {
      get type(): never {
        throw new RangeError('a bug');
      },
    } as unknown as JournalEvent; // An event that cannot be read at all.
    expect(() => project(broken)).toThrow('a bug');
    expect(INITIAL_CONVERSATION.messages).toEqual([]);
  });
});

describe('what a question is about', () => {
  const call = { toolCallId, stepId, toolName: 'devonz_x', input: null, status: 'scheduled' } as ToolCall; // Any state will do.
  const subject = (intent: Parameters<typeof approvalSubject>[1]) => approvalSubject(call, intent, webCryptoHasher);

  test('is the same only when kind, place and content are the same', async () => {
    const hash = contentHashSchema.parse('a'.repeat(64));
    const other = contentHashSchema.parse('b'.repeat(64));
    const command = { kind: 'command' as const, command: 'ls', cwd: '' };
    const create = { kind: 'file_create' as const, path: 'a' };
    const modify = { kind: 'file_modify' as const, path: 'a', beforeHash: hash };
    const different = [command, { ...command, cwd: 'src' }, { ...command, command: 'pwd' }, create, { ...create, path: 'b' }, modify];
    const more = [...different, { ...modify, beforeHash: other }, { ...modify, path: 'b' }];
    for (const [a, left] of more.entries())
      for (const [b, right] of more.entries()) expect(sameSubject(left, right), `${a} ${b}`).toBe(a === b);
  });

  test('names what a call that touches nothing would be, and a folder nobody knows as none', async () => {
    expect(await subject({ kind: 'control' })).toEqual({ kind: 'command', command: 'devonz_x', cwd: '' });
    expect(await subject({ kind: 'read', paths: [] })).toEqual({ kind: 'command', command: 'devonz_x', cwd: '' });
    expect(await subject({ kind: 'command', command: 'ls', cwd: null, script: null })).toEqual({ kind: 'command', command: 'ls', cwd: '' });
    expect(await subject({ kind: 'change', summary: 's', changes: [], guards: [] })).toEqual({ kind: 'file_create', path: '' });
    const input = { kind: 'input' as const, processId: 'p1', program: 'node ask.js', isHidden: false, text: 'y' };
    expect(await subject({ ...input, prompt: null })).toMatchObject({ command: 'node ask.js (p1) ⏎ "y"' });
    expect(await subject({ ...input, prompt: 'Sure?' })).toMatchObject({ command: 'node ask.js (p1) asks "Sure?" ⏎ "y"' });
    expect(approvalIdSchema.safeParse('').success).toBe(false);
  });
});

test('a command that the user ran is reported with how it ended', () => {
  const base = { command: 'npm test', output: 'ok', exitCode: 0 };
  const told = (status: 'completed' | 'running' | 'timed_out' | 'cancelled') =>
    userCommandText({ ...base, status } as Parameters<typeof userCommandText>[0]); // Fields of later versions are ignored.
  expect(told('completed')).toBe('The user ran a command themselves.\nCommand: npm test\nExit code: 0\nOutput:\nok');
  expect(told('running')).toContain('continues in the background');
  expect(told('timed_out')).toContain('continues in the background');
  expect(told('cancelled')).toContain('The user stopped it.');
});
