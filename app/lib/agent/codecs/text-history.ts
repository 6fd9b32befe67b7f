import type { ImagePart } from '../../protocol/attachments/image-schema.ts';
import type { ChatMessage, ToolPart } from '../../protocol/message.ts';

/** One turn as text. */
export interface TextTurn {
  role: 'user' | 'assistant';
  text: string;
  /** Images that the user attached: text codecs affect only calls, not images. */
  images?: readonly ImagePart[];
}

/** How a text codec writes an assistant's turn. */
export interface TextDialect {
  answer(text: string): string;
  /** Writes the calls of one step, with the text before them and their results. */
  exchange(text: string, calls: readonly ToolPart[]): readonly TextTurn[];
}

/**
 * Returns the history for a model that only receives text. Every step is rewritten in this dialect, whatever codec it came through, so that
 * a chat may switch models. Turns alternate, because some models' templates refuse two turns of the same role in a row. Reasoning is
 * omitted, because its metadata belongs to calls that no longer exist.
 */
export function textHistory(messages: readonly ChatMessage[], dialect: TextDialect): ChatMessage[] {
  const turns: TextTurn[] = [];
  for (const turn of messages.flatMap((message) => turnsOf(message, dialect))) {
    if (turn.text.trim() === '' && (turn.images ?? []).length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === turn.role) turns[turns.length - 1] = joined(last, turn);
    else turns.push(turn);
  }
  return turns.map(({ role, text, images = [] }, index) => {
    const words = text === '' ? [] : [{ type: 'text' as const, text }];
    return { id: `turn-${index}`, role, parts: [...words, ...images] };
  });
}

function joined(first: TextTurn, second: TextTurn): TextTurn {
  const text = [first.text, second.text].filter((one) => one !== '').join('\n\n');
  return { role: first.role, text, images: [...(first.images ?? []), ...(second.images ?? [])] };
}

function turnsOf(message: ChatMessage, dialect: TextDialect): readonly TextTurn[] {
  const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  if (message.role === 'user') return [{ role: 'user', text, images: message.parts.filter((part) => part.type === 'image') }];
  const calls = message.parts.filter((part) => part.type === 'dynamic-tool');
  if (calls.length > 0) return dialect.exchange(text, calls);
  return text.trim() === '' ? [] : [{ role: 'assistant', text: dialect.answer(text) }];
}
