import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { LanguageModelMiddleware } from 'ai';
import { ThinkingSplitter } from '../agent/answers/thinking-splitter.ts';

type Parts = readonly LanguageModelV3StreamPart[];
type TextStart = Extract<LanguageModelV3StreamPart, { type: 'text-start' }>;

/** Converts tagged thoughts at the beginning of an answer's text into reasoning parts, as other providers send them. */
export function thoughtsInText(): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    wrapStream: async ({ doStream }) => {
      const { stream, ...rest } = await doStream();
      const first = new FirstText();
      const split = new TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart>({
        transform(part, controller) {
          if (first.isOver) return controller.enqueue(part);
          for (const one of first.read(part)) controller.enqueue(one);
        },
      });
      return { ...rest, stream: stream.pipeThrough(split) };
    },
  };
}

/** The first text of an answer, until it is known whether it begins with a thought. */
class FirstText {
  readonly #splitter = new ThinkingSplitter();
  #start: TextStart | null = null;
  #isThinking = false;
  #hasThought = false;
  #hasText = false;
  #thought = 0;
  isOver = false;

  read(part: LanguageModelV3StreamPart): Parts {
    if (part.type === 'text-start' && this.#start === null) {
      this.#start = part;
      return [];
    }
    const start = this.#start;
    if (start === null) return [part];
    if (part.type === 'text-delta' && part.id === start.id) return this.#add(start, this.#splitter.push(part.delta));
    if (part.type === 'text-end' && part.id === start.id) {
      this.isOver = true;
      const last = this.#add(start, this.#splitter.end());
      // A text that contained only a thought is left out.
      if (!this.#hasText && this.#hasThought) return [...last, ...this.#endThought(start)];
      return [...last, ...(this.#hasText ? [] : [start]), part];
    }
    return [part];
  }

  #add(start: TextStart, reply: string): Parts {
    const parts: LanguageModelV3StreamPart[] = [];
    const { thinking } = this.#splitter;
    const id = `${start.id}-thought`;
    const fresh = thinking.slice(this.#thought);
    this.#thought = thinking.length;
    if (fresh !== '' && (this.#hasThought || fresh.trim() !== '')) {
      if (!this.#hasThought) parts.push({ type: 'reasoning-start', id });
      this.#hasThought = true;
      this.#isThinking = true;
      parts.push({ type: 'reasoning-delta', id, delta: fresh });
    }
    const text = this.#hasText || thinking === '' ? reply : reply.trimStart();
    if (text === '') return parts;
    parts.push(...this.#endThought(start));
    if (!this.#hasText) parts.push(start);
    this.#hasText = true;
    parts.push({ type: 'text-delta', id: start.id, delta: text });
    return parts;
  }

  #endThought(start: TextStart): Parts {
    if (!this.#isThinking) return [];
    this.#isThinking = false;
    return [{ type: 'reasoning-end', id: `${start.id}-thought` }];
  }
}
