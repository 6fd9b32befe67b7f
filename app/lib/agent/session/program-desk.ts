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

/** Supplies a run's loop with calls from a program in place of a model: each batch becomes a step, until the program closes. */
export class ProgramDesk {
  readonly #record: (event: JournalEvent) => Promise<void>;
  readonly #ids: IdSource;
  #waiting: Entry[] = [];
  /** Calls that are in the journal but not yet answered. */
  #taken: Entry[] = [];
  #isOpen = false;
  #error: string | null = null;
  #wake: () => void = () => undefined;

  constructor(record: (event: JournalEvent) => Promise<void>, ids: IdSource) {
    this.#record = record;
    this.#ids = ids;
  }

  /** Returns true while a program drives the run and may add calls. */
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

  /** Ends the program's input; `error` says why it could not continue. */
  close(error: string | null = null): void {
    this.#isOpen = false;
    this.#error = error;
    this.#wake();
  }

  /** Resolves with the answered call, or with null if its run ended before the call was accepted. */
  call(call: ProgramCall): Promise<ToolCall | null> {
    return new Promise((resolve) => {
      this.#waiting.push({ ...call, resolve });
      this.#wake();
    });
  }

  /** Turns the pending calls into a step; returns false if there are none. */
  async takeIn(): Promise<boolean> {
    const calls = this.#waiting;
    if (calls.length === 0) return false;
    this.#waiting = [];
    this.#taken.push(...calls);
    const stepId = stepIdSchema.parse(this.#ids.next());
    await this.#record({ type: 'step-finished', stepId, parts: calls.map(partOf), finishReason: 'tool-calls', usage: {} });
    return true;
  }

  /** Resolves with true when calls are pending, false when no more will come. Rejects with the program's error, or when stopped. */
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

  /** Resolves the calls that have been answered. */
  noteState({ toolCalls }: ConversationState): void {
    if (this.#taken.length === 0) return;
    this.#taken = this.#taken.filter(({ toolCallId, resolve }) => {
      const call = toolCalls.get(toolCallId);
      if (call === undefined || !isAnswered(call)) return true;
      resolve(call);
      return false;
    });
  }

  /** Resolves all calls with null, because the run has ended otherwise. */
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

/** A conversation must begin with text, and the model should know who made these steps. */
export function programRemark(messageId: string): JournalEvent {
  const text = 'A program that works beside you calls tools in this project. Steps that you did not make are its.';
  return { type: 'guard-remark', messageId, text: remarkText(text) };
}
