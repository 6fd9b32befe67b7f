/** The markers with which models without a chat template delimit their thoughts. */
interface Mark {
  open: string;
  close: string;
  /** Text that separates the thought from the reply and belongs to neither. */
  between?: readonly string[];
}

const MARKS: readonly Mark[] = [
  ...['think', 'thinking', 'thought', 'reasoning', 'seed:think'].map((name) => ({ open: `<${name}>`, close: `</${name}>` })),
  { open: '◁think▷', close: '◁/think▷' },
  { open: '[THINK]', close: '[/THINK]' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
  {
    open: '<|channel|>analysis<|message|>',
    close: '<|end|>',
    between: ['<|start|>assistant<|channel|>final<|message|>', '<|channel|>final<|message|>'],
  },
];

/**
 * Separates the reasoning that some models served without a chat template put into their text, in tags at its very beginning. It is not
 * part of the reply. Anywhere else such tags are ordinary text, because a model may write about them.
 */
export class ThinkingSplitter {
  #place: 'start' | 'thinking' | 'between' | 'reply' = 'start';
  #mark: Mark | null = null;
  #held = '';
  #thinking = '';

  get thinking(): string {
    return this.#thinking;
  }

  /** Returns the part of the text that belongs to the reply. */
  push(text: string): string {
    if (this.#place === 'reply') return text;
    this.#held += text;
    if (this.#place === 'start') {
      const head = this.#held.trimStart();
      const mark = MARKS.find(({ open }) => head.startsWith(open));
      if (mark === undefined) return MARKS.some(({ open }) => open.startsWith(head)) ? '' : this.#release();
      this.#place = 'thinking';
      this.#mark = mark;
      this.#held = head.slice(mark.open.length);
    }
    if (this.#place === 'thinking' && this.#mark !== null && !this.#think(this.#mark)) return '';
    return this.#afterThought(this.#mark?.between ?? []);
  }

  /** Ends the answer and returns the text held back. Thinking without an end tag is never part of the reply. */
  end(): string {
    if (this.#place !== 'thinking') return this.#release();
    this.#thinking += this.#release();
    return '';
  }

  /** Returns true if the thought has ended. */
  #think({ close }: Mark): boolean {
    const end = this.#held.indexOf(close);
    // Hold back a possible beginning of the closing tag.
    const kept = end === -1 ? Math.max(0, this.#held.length - close.length + 1) : end;
    this.#thinking += this.#held.slice(0, kept);
    this.#held = this.#held.slice(end === -1 ? kept : end + close.length);
    if (end !== -1) this.#place = 'between';
    return end !== -1;
  }

  #afterThought(between: readonly string[]): string {
    const found = between.find((words) => this.#held.startsWith(words));
    if (found !== undefined) this.#held = this.#held.slice(found.length);
    else if (between.some((words) => words.startsWith(this.#held))) return '';
    return this.#release();
  }

  #release(): string {
    const reply = this.#held;
    this.#held = '';
    this.#place = 'reply';
    return reply;
  }
}

/**
 * Splits a text whose opening tag the server consumed, so that it begins inside a thought. Returns the thought and the rest, or null if
 * there is none. The closing tag must begin a line, occur once, and be outside code.
 */
export function thoughtWithoutBeginning(text: string): { thought: string; rest: string } | null {
  for (const { open, close } of MARKS.slice(0, 4)) {
    const at = text.indexOf(close);
    if (at < 0 || text.includes(close, at + 1)) continue;
    const before = text.slice(0, at);
    const isInCode = (before.match(/```/g)?.length ?? 0) % 2 === 1;
    const beginsLine = before === '' || /\n[ \t]*$/.test(before);
    const rest = text.slice(at + close.length).trimStart();
    if (!before.includes(open) && !isInCode && beginsLine && rest !== '') return { thought: before.trim(), rest };
  }
  return null;
}
