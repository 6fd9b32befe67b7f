const START = '<think>';
const END = '</think>';

/**
 * Some models served without a chat template of their own put their reasoning into the text, in `<think>` tags at its very beginning.
 * It is no part of the reply.
 */
export class ThinkingSplitter {
  #place: 'start' | 'thinking' | 'reply' = 'start';
  #held = '';
  #thinking = '';

  get thinking(): string {
    return this.#thinking;
  }

  /** What of it belongs to the reply. */
  push(text: string): string {
    if (this.#place === 'reply') return text;
    this.#held += text;
    if (this.#place === 'start') {
      const head = this.#held.trimStart();
      if (head.length < START.length && START.startsWith(head)) return '';
      if (!head.startsWith(START)) return this.#release();
      this.#place = 'thinking';
      this.#held = head.slice(START.length);
    }
    const end = this.#held.indexOf(END);
    if (end !== -1) {
      this.#thinking += this.#held.slice(0, end);
      this.#held = this.#held.slice(end + END.length);
      return this.#release();
    }
    // What may be the beginning of the closing tag waits.
    const kept = Math.max(0, this.#held.length - END.length + 1);
    this.#thinking += this.#held.slice(0, kept);
    this.#held = this.#held.slice(kept);
    return '';
  }

  /** The answer has ended: what was held back. Thinking that never ended is all there is. */
  end(): string {
    if (this.#place !== 'thinking') return this.#release();
    this.#thinking += this.#release();
    return '';
  }

  #release(): string {
    const reply = this.#held;
    this.#held = '';
    this.#place = 'reply';
    return reply;
  }
}
