import { stepIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ToolPart } from '../../protocol/message.ts';
import { remarkText } from '../../protocol/remark.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import type { IdSource } from '../contract/ports.ts';
import type { ProgramCall } from '../contract/program-call.ts';
import { raceStop } from '../contract/race-stop.ts';
import { isAnswered } from '../conversation/projection.ts';

interface Entry extends ProgramCall {
  resolve(call: ToolCall | null): void;
}

/** What a program that drives a run gives its loop, in place of a model: calls, each batch a step, and at last the end. */
export class ProgramDesk {
  readonly #record: (event: JournalEvent) => Promise<void>;
  readonly #ids: IdSource;
  #waiting: Entry[] = [];
  /** In the journal, not yet answered. */
  #taken: Entry[] = [];
  #isOpen = false;
  #error: string | null = null;
  #wake: () => void = () => undefined;

  constructor(record: (event: JournalEvent) => Promise<void>, ids: IdSource) {
    this.#record = record;
    this.#ids = ids;
  }

  /** Whether a program drives: more may come of it. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get hasCalls(): boolean {
    return this.#waiting.length > 0;
  }

  open(): void {
    this.#isOpen = true;
    this.#error = null;
  }

  /** Nothing more comes; `error`: why the program could not continue. */
  close(error: string | null = null): void {
    this.#isOpen = false;
    this.#error = error;
    this.#wake();
  }

  /** Resolves with the answered call, or with null when its run ended before it was taken in. */
  call(call: ProgramCall): Promise<ToolCall | null> {
    return new Promise((resolve) => {
      this.#waiting.push({ ...call, resolve });
      this.#wake();
    });
  }

  /** Makes a step of what waits; false where nothing does. */
  async takeIn(): Promise<boolean> {
    const calls = this.#waiting;
    if (calls.length === 0) return false;
    this.#waiting = [];
    this.#taken.push(...calls);
    const stepId = stepIdSchema.parse(this.#ids.next());
    await this.#record({ type: 'step-finished', stepId, parts: calls.map(partOf), finishReason: 'tool-calls', usage: {} });
    return true;
  }

  /** Resolves when there is something to take in (true) or nothing more comes (false). Rejects with the program's own error, or when it is stopped. */
  async next(signal: AbortSignal): Promise<boolean> {
    while (this.#waiting.length === 0 && this.#isOpen) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await raceStop(woken, signal);
    }
    if (this.#error !== null) throw new Error(this.#error);
    return this.#waiting.length > 0;
  }

  /** Hands out the answers that have come. */
  noteState({ toolCalls }: ConversationState): void {
    if (this.#taken.length === 0) return;
    this.#taken = this.#taken.filter(({ toolCallId, resolve }) => {
      const call = toolCalls.get(toolCallId);
      if (call === undefined || !isAnswered(call)) return true;
      resolve(call);
      return false;
    });
  }

  /** The run has ended otherwise: nobody answers any more. */
  clear(): void {
    this.close();
    for (const { resolve } of [...this.#waiting, ...this.#taken]) resolve(null);
    this.#waiting = [];
    this.#taken = [];
  }
}

function partOf({ toolCallId, toolName, input }: ProgramCall): ToolPart {
  return { type: 'dynamic-tool', state: 'input-available', toolCallId, toolName, input };
}

/** A conversation has to begin with words, and the model should know whose steps it sees. */
export function programRemark(messageId: string): JournalEvent {
  const text = 'A program that works beside you calls tools in this project. Steps that you did not make are its.';
  return { type: 'guard-remark', messageId, text: remarkText(text) };
}
