import type { UIMessageChunk } from 'ai';

export interface SurfaceFailuresOptions {
  toText(error: unknown): string;
  /** Whether the end of the stream was asked for by the user. */
  isStopped(): boolean;
  /** Whether the provider never said why it finished: what it sent is a beginning at best. */
  isUnfinished(): boolean;
  /** The reader has gone away. */
  onCancel(): void;
}

const CUT = 'The answer ended before it was complete. Try again.';

/**
 * Makes every way a step can fail an `error` part, also those the SDK lets pass in silence: a time-out (`abort`), a body that
 * was not a model's answer (a finish without content), a stream
 * that just ends or breaks. Reads only as fast as it is read.
 */
export function surfaceFailures(parts: ReadableStream<UIMessageChunk>, options: SurfaceFailuresOptions): ReadableStream<UIMessageChunk> {
  const reader = parts.getReader();
  let hasContent = false;
  let hasEnded = false;

  const fail = (controller: ReadableStreamDefaultController<UIMessageChunk>, errorText: string) => {
    hasEnded = true;
    controller.enqueue({ type: 'error', errorText });
  };

  const passOn = (part: UIMessageChunk, controller: ReadableStreamDefaultController<UIMessageChunk>) => {
    if (isContent(part)) hasContent = true;
    if (part.type === 'error') hasEnded = true;
    if (part.type === 'abort' && !options.isStopped()) {
      fail(controller, 'The model stopped sending in the middle of its answer. Try again.');
      return;
    }
    if (part.type === 'abort') hasEnded = true;
    if (part.type === 'finish') {
      const message = hasEnded ? null : failureAtFinish(part.finishReason, hasContent, options.isUnfinished());
      if (message !== null) fail(controller, message);
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
        if (!hasEnded) fail(controller, options.toText(error));
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

/** Null where the answer is as it should be; an empty one may be what the model meant. */
function failureAtFinish(finishReason: string | undefined, hasContent: boolean, isUnfinished: boolean): string | null {
  if (hasContent) return isUnfinished ? CUT : null;
  switch (finishReason) {
    case 'stop':
      return null;
    case 'content-filter':
      return "The provider's content filter withheld the answer. Say it in other words.";
    case 'length':
      return 'The model used up its output before it said anything. Try again, or choose another model.';
    default:
      return 'The endpoint answered with something that is not a model’s answer. Check the address and the model, then try again.';
  }
}
