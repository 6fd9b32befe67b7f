import { describe, expect, test } from 'vitest';
import { call, type ScriptedStep, ScriptedTransport, say, textParts } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import type { ToolCodecName } from '../../../../app/lib/protocol/settings.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

function start(...steps: ScriptedStep[]) {
  const transport = new ScriptedTransport(...steps);
  return { transport, ...testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools }) };
}

function use(one: ReturnType<typeof start>, codec: ToolCodecName) {
  one.settings.value = { ...one.settings.value, codecs: { 'demo:scripted': codec } };
  return one;
}

const NOTHING: ScriptedStep = { parts: [] };
const THOUGHT: ScriptedStep = { parts: [{ type: 'reasoning-delta', id: 'r', delta: 'Let me think.' }] };
const read = call({ toolName: 'devonz_read_file', input: { path: 'a' } });

describe('an answer without content', () => {
  test.each<[string, ScriptedStep]>([
    ['nothing at all', NOTHING],
    ['thoughts alone', THOUGHT],
    ['blanks', { parts: textParts(' \n ') }],
    ['nothing, its length used up', { parts: [], finishReason: 'length' }],
  ])('(%s) is asked for again once; then the conversation says so and never "Completed"', async (_name, empty) => {
    const one = start(empty, empty);
    await one.say('go');
    expect(one.transport.requests).toHaveLength(2);
    expect(one.session.state()).toMatchObject({ status: 'error', notice: { type: 'step-failed', kind: 'silent-end' }, iteration: 0 });
    one.transport.add(say('Now.'));
    await one.session.retry();
    await one.session.settled();
    expect(one.session.state()).toMatchObject({ status: 'completed', notice: null });
  });

  test('that comes right the second time is only an answer', async () => {
    const one = start(NOTHING, say('Here.'));
    await one.say('go');
    expect(one.session.state()).toMatchObject({ status: 'completed', notice: null, iteration: 1 });
    expect(one.clock.sleeps).toEqual([1_000]);
  });

  test('after calls is none either: the task is not said to be complete', async () => {
    const one = start(read, NOTHING, NOTHING);
    await one.say('go');
    expect(one.session.state()).toMatchObject({ status: 'error', notice: { type: 'step-failed', kind: 'silent-end' } });
    one.transport.add(say('The file holds 1.'));
    await one.say('and?');
    expect(one.session.state().status).toBe('completed');
  });

  test('withheld by a filter is not asked for again', async () => {
    const one = start({ parts: [], finishReason: 'content-filter' });
    await one.say('go');
    expect(one.session.state()).toMatchObject({
      status: 'error',
      notice: { type: 'step-failed', kind: 'content-refused', message: expect.stringContaining('filter') },
    });
  });

  test.each(['error', 'other', 'unheard-of'])('that ended with "%s" is asked for again as one that broke off', async (finishReason) => {
    const one = start({ parts: [], finishReason }, { parts: [], finishReason }, say('Here.'));
    await one.say('go');
    expect(one.session.state().status).toBe('completed');
    expect(one.transport.requests).toHaveLength(3);
  });

  test('in a text codec is one too, but a model that says in the codec that it ends, after work, is done', async () => {
    const blank = use(start(say('{"type":"answer","text":""}'), say('{"type":"answer","text":" "}')), 'json');
    await blank.say('go');
    expect(blank.session.state()).toMatchObject({ status: 'error', notice: { type: 'step-failed', kind: 'silent-end' } });

    const worked = use(start(say('<devonz_read_file>\n<path>a</path>\n'), say('<end_turn></end_turn>')), 'xml');
    await worked.say('go');
    expect(worked.session.state()).toMatchObject({ status: 'completed', notice: null });
    expect(worked.transport.requests).toHaveLength(2);

    const lazy = use(start(say('<end_turn></end_turn>'), say('<end_turn></end_turn>')), 'xml');
    await lazy.say('go');
    expect(lazy.session.state()).toMatchObject({ status: 'error', notice: { type: 'step-failed', kind: 'silent-end' } });
  });
});

test.each(['length', 'content-filter'] as const)(
  'words that were cut off by "%s" stay, and the conversation says that they are',
  async (by) => {
    const one = start(say('The first half of', { finishReason: by }), say(' the answer.'));
    await one.say('go');
    expect(one.session.state()).toMatchObject({ status: 'completed', notice: { type: 'cut-answer', by } });
    await one.say('Continue');
    expect(JSON.stringify(one.transport.requests[1]?.messages)).toContain('The first half of');
    expect(one.session.state()).toMatchObject({ status: 'completed', notice: null });
  },
);

test('a call that the provider ran itself ends no differently than its answer', async () => {
  const search = {
    type: 'tool-input-available' as const,
    toolCallId: 'w',
    toolName: 'web_search',
    input: { query: 'x' },
    providerExecuted: true,
  };
  const one = start({
    parts: [search, { type: 'tool-output-available', toolCallId: 'w', output: [{ url: 'u' }] }, ...textParts('Found it.')],
  });
  await one.say('go');
  expect(one.session.state().status).toBe('completed');
  expect(one.calls()).toMatchObject([{ toolName: 'web_search', status: 'success', output: [{ url: 'u' }] }]);
});

test('what a provider says came of a call of ours is not believed: we run it', async () => {
  const parts = [...read.parts, { type: 'tool-output-available' as const, toolCallId: 'call-1', output: { content: 'made up' } }];
  const one = start({ parts, finishReason: 'tool-calls' }, say('I see.'));
  await one.say('go');
  expect(one.calls()).toMatchObject([{ status: 'success', output: { path: 'a' } }]);
  expect(JSON.stringify(one.session.state().messages)).not.toContain('made up');
});
