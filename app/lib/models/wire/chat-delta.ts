import { type Fields, isFields } from './wire-repair.ts';

/** Field names that endpoints use for thoughts. */
const THOUGHTS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const;

export interface Words {
  text: string;
  thought: string;
}

/** The text of a `content` that is a string, a part, or a list of either. */
export function wordsOf(content: unknown): Words {
  if (typeof content === 'string') return { text: content, thought: '' };
  const words = { text: '', thought: '' };
  for (const part of Array.isArray(content) ? content : [content]) {
    const isThought = isFields(part) && /think|reason/.test(String(part.type));
    words[isThought ? 'thought' : 'text'] += textOf(part);
  }
  return words;
}

/** The thoughts in a delta; empty if there are none. */
export function thoughtOf(delta: Fields): string {
  for (const name of THOUGHTS) {
    const text = textOf(delta[name]);
    if (text !== '') return text;
  }
  return '';
}

/** The text anywhere in a part: in `text`, `thinking`, `content`, or lists of them. */
function textOf(part: unknown, depth = 0): string {
  if (typeof part === 'string') return part;
  if (depth > 4) return '';
  if (Array.isArray(part)) return part.map((one) => textOf(one, depth + 1)).join('');
  if (!isFields(part)) return '';
  return textOf(part.text ?? part.thinking ?? part.reasoning ?? part.content, depth + 1);
}
