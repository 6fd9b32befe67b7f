import type { ChatMessage, ToolPart } from '../../protocol/message.ts';

/** One turn as text. */
export interface TextTurn {
  role: 'user' | 'assistant';
  text: string;
}

/** How a text codec writes what an assistant did. */
export interface TextDialect {
  answer(text: string): string;
  /** The calls of one step with what was said before them, and their results. */
  exchange(text: string, calls: readonly ToolPart[]): readonly TextTurn[];
}

/**
 * The history for a model that is given text alone. Whatever codec a step came through, it is written in this one, so that a chat may
 * change its model in the middle. Turns alternate, because some models' templates refuse two of one role in a row; reasoning is left
 * out, because its metadata belongs to calls that are no longer there.
 */
export function textHistory(messages: readonly ChatMessage[], dialect: TextDialect): ChatMessage[] {
  const turns: TextTurn[] = [];
  for (const turn of messages.flatMap((message) => turnsOf(message, dialect))) {
    if (turn.text.trim() === '') continue;
    const last = turns.at(-1);
    if (last?.role === turn.role) turns[turns.length - 1] = { role: turn.role, text: `${last.text}\n\n${turn.text}` };
    else turns.push(turn);
  }
  return turns.map(({ role, text }, index) => ({ id: `turn-${index}`, role, parts: [{ type: 'text', text }] }));
}

function turnsOf(message: ChatMessage, dialect: TextDialect): readonly TextTurn[] {
  const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  if (message.role === 'user') return [{ role: 'user', text }];
  const calls = message.parts.filter((part) => part.type === 'dynamic-tool');
  if (calls.length > 0) return dialect.exchange(text, calls);
  return text.trim() === '' ? [] : [{ role: 'assistant', text: dialect.answer(text) }];
}
