import type { UIMessageChunk } from 'ai';
import type { FailureKind, StreamFailure } from '../protocol/models/failure-kind.ts';
import { because, type Reason, reasonText } from '../protocol/texts/reason.ts';

export interface SurfaceFailuresOptions {
  toText(error: unknown): string;
  toFailure(error: unknown): StreamFailure;
  /** The failure that belongs to the stream's `error` part with this text. */
  failureOf(errorText: string): StreamFailure;
  /** Whether the user stopped the stream. */
  isStopped(): boolean;
  /** Whether the provider gave no finish reason: then the answer is incomplete. */
  isUnfinished(): boolean;
  /** The text of a call that its provider could not read, or null. */
  unreadCall(): string | null;
  /** The reader has cancelled. */
  onCancel(): void;
}

type Named = { kind: FailureKind; words: string | Reason; unreadCall?: string };

/** SDK messages for a stream in which no answer was completed. */
const NO_END = /(?:response stream ended without a finish reason|stream ended without a finish chunk)/i;
const MALFORMED: Named = {
  kind: 'malformed',
  words: because('The endpoint answered with something that is not a model’s answer. Check the address and the model, then try again.'),
};
const CUT: Named = { kind: 'cut-off', words: because('The answer ended before it was complete. Try again.') };

/**
 * Turns every failure of a step into an `error` part, preceded by its kind. This includes those that the SDK passes over in
 * silence: a time-out (`abort`), a body that is not a model's answer (a finish without content), a stream that ends or breaks.
 * Reads only as fast as its reader.
 */
export function surfaceFailures(parts: ReadableStream<UIMessageChunk>, options: SurfaceFailuresOptions): ReadableStream<UIMessageChunk> {
  const reader = parts.getReader();
  let hasContent = false;
  let hasEnded = false;

  const name = (controller: ReadableStreamDefaultController<UIMessageChunk>, data: StreamFailure) => {
    controller.enqueue({ type: 'data-failure', data, transient: true });
  };
  const fail = (controller: ReadableStreamDefaultController<UIMessageChunk>, { kind, words, unreadCall }: Named) => {
    hasEnded = true;
    const said = { kind, ...(unreadCall === undefined ? {} : { unreadCall }) };
    name(controller, typeof words === 'string' ? said : { ...said, reason: words });
    controller.enqueue({ type: 'error', errorText: typeof words === 'string' ? words : reasonText(words) });
  };

  const passOn = (part: UIMessageChunk, controller: ReadableStreamDefaultController<UIMessageChunk>) => {
    if (isContent(part)) hasContent = true;
    if (part.type === 'error' && !hasEnded && NO_END.test(part.errorText)) {
      fail(controller, hasContent ? CUT : MALFORMED);
      return;
    }
    if (part.type === 'error') {
      if (!hasEnded) name(controller, options.failureOf(part.errorText));
      hasEnded = true;
    }
    if (part.type === 'abort' && !options.isStopped()) {
      fail(controller, { kind: 'time-out', words: because('The model stopped sending in the middle of its answer. Try again.') });
      return;
    }
    if (part.type === 'abort') hasEnded = true;
    if (part.type === 'finish') {
      const unread = unreadCallFailure(options.unreadCall());
      const failure = hasEnded ? null : (unread ?? failureAtFinish(part.finishReason, hasContent, options.isUnfinished()));
      if (failure !== null) fail(controller, failure);
      hasEnded = true;
    }
    controller.enqueue(part);
  };

  return new ReadableStream<UIMessageChunk>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          passOn(value, controller);
          return;
        }
        if (!hasEnded) fail(controller, CUT);
      } catch (error) {
        if (!hasEnded) {
          const { kind, reason } = options.toFailure(error);
          fail(controller, { kind, words: reason ?? options.toText(error) });
        }
      }
      controller.close();
    },
    async cancel(reason) {
      options.onCancel();
      await reader.cancel(reason);
    },
  });
}

function isContent(part: UIMessageChunk): boolean {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') return part.delta !== '';
  return part.type.startsWith('tool-') || part.type === 'file';
}

function unreadCallFailure(unreadCall: string | null): Named | null {
  return unreadCall === null
    ? null
    : { kind: 'malformed', words: because('The provider could not read the call that the model made.'), unreadCall };
}

/** Returns null if the answer is correct; an empty one may be intended by the model. */
function failureAtFinish(finishReason: string | undefined, hasContent: boolean, isUnfinished: boolean): Named | null {
  if (hasContent) return isUnfinished ? CUT : null;
  switch (finishReason) {
    case 'stop':
      return null;
    case 'content-filter':
      return { kind: 'content-refused', words: because("The provider's content filter withheld the answer. Say it in other words.") };
    case 'length':
      return {
        kind: 'silent-end',
        words: because('The model used up its output before it said anything. Try again, or choose another model.'),
      };
    default:
      return MALFORMED;
  }
}
