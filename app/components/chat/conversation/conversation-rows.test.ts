import { afterEach, describe, expect, it } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { showChat, succeeded, waitingCommand } from '../../testing/chat-fixtures.ts';
import { foldSteps, groupCalls, journalRows, liveRows } from './conversation-rows.ts';

afterEach(() => $chat.set(INITIAL_CHAT_STATE));

const read = (id: string) => succeeded(id, 'devonz_read_file', { path: `${id}.ts` }, { lineCount: 3 });
const written = (id: string) => succeeded(id, 'devonz_write_file', { path: `${id}.ts`, content: 'a\n' }, { created: true });

function rows() {
  const { messages, toolCalls } = $chat.get();
  return journalRows(messages, toolCalls);
}

describe('the rows of a conversation', () => {
  it('show what was said and done in its order, without the calls that wait for an answer', () => {
    showChat([written('a'), waitingCommand('b', 'npm install')], {}, [
      { type: 'reasoning', text: 'First I look.' },
      { type: 'text', text: 'I will write it.' },
      { type: 'step-start' },
      { type: 'text', text: '   ' },
    ]);
    expect(rows().map((row) => row.kind)).toEqual(['user', 'reasoning', 'text', 'step']);
  });

  it('say at the last row of a step what it has used, of grouped calls together', () => {
    showChat([read('a'), read('b')]);
    const { messages, toolCalls } = $chat.get();
    const id = messages.findLast(({ role }) => role === 'assistant')?.id ?? '';
    const used = { modelId: 'a:1', usage: { inputTokens: 10 }, stepId: id };
    const shown = journalRows(messages, toolCalls, undefined, { usage: new Map([[id, used]]) });
    expect(shown.map((row) => row.used)).toEqual([undefined, undefined, [used]]);
    expect(groupCalls(shown, () => true).at(-1)).toMatchObject({ kind: 'grouped', used: [used] });
  });

  it('show a streaming call once, under the same key as later in the journal', () => {
    showChat([written('a')]);
    const live = [
      { type: 'tool-input' as const, toolCallId: 'a', toolName: 'devonz_write_file', fields: { path: 'a.ts' }, isComplete: true },
      {
        type: 'tool-input' as const,
        toolCallId: 'b',
        toolName: 'devonz_write_file',
        fields: { path: 'b.ts', content: 'x' },
        isComplete: false,
      },
    ];
    const shown = liveRows(live, $chat.get().toolCalls, new Set(['a']), 'step-1');
    expect(shown.map((row) => row.key)).toEqual(['b']);
    expect(shown[0]).toMatchObject({ kind: 'step', step: { state: 'streaming', input: { path: 'b.ts', content: 'x' } } });
  });

  it('keep the keys of the words that stream when they come into the journal, so that nothing renders again', () => {
    const live = [
      { type: 'reasoning' as const, id: 'r', text: 'Hm.' },
      { type: 'text' as const, id: 'e', text: '' },
      { type: 'text' as const, id: 't', text: 'I will write it.' },
    ];
    const streaming = liveRows(live, new Map(), new Set(), 'assistant-1').map((row) => row.key);
    showChat([], {}, [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'I will write it.' },
    ]);
    expect(streaming).toEqual(['assistant-1:0', 'assistant-1:1']);
    expect(rows().map((row) => row.key)).toEqual(['user-1', ...streaming]);
  });

  it('begin after what /clear has hidden, also within a message that grows', () => {
    showChat([written('a'), written('b')], {}, [{ type: 'text', text: 'I will write it.' }]);
    const { messages, toolCalls } = $chat.get();
    const keysFrom = (messageId: string, parts: number) =>
      journalRows(messages, toolCalls, undefined, { viewStart: { messageId, parts } }).map((row) => row.key);
    expect(keysFrom('user-1', 1)).toEqual(['assistant-1:0', 'a', 'b']);
    expect(keysFrom('assistant-1', 2)).toEqual(['b']);
    expect(keysFrom('assistant-1', 3)).toEqual([]);
    expect(keysFrom('not-here', 1)).toHaveLength(4);
  });

  it('put adjacent reads into one row', () => {
    showChat([read('a'), read('b'), read('c'), written('d'), read('e')]);
    expect(groupCalls(rows(), (name) => name === 'devonz_read_file').map((row) => row.kind)).toEqual(['user', 'grouped', 'step', 'step']);
  });

  it('fold the early steps from ten on, and show them again when the user asks', () => {
    showChat(Array.from({ length: 10 }, (_, index) => written(`w${index}`)));
    const folded = foldSteps(rows(), new Set());
    expect(folded.map((row) => row.kind)).toEqual(['user', 'fold', 'step', 'step']);
    expect(folded[1]).toMatchObject({ count: 8 });
    const opened = foldSteps(rows(), new Set([folded[1]?.key ?? '']));
    expect(opened.filter((row) => row.kind === 'step')).toHaveLength(10);
  });

  it('do not fold nine', () => {
    showChat(Array.from({ length: 9 }, (_, index) => written(`w${index}`)));
    expect(foldSteps(rows(), new Set()).some((row) => row.kind === 'fold')).toBe(false);
  });
});
