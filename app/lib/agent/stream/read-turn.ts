import { because } from '../../protocol/texts/reason.ts';
import { StepFailedError, StoppedError } from '../contract/errors.ts';
import type { AnswerReader, TurnResult } from './turn-reader.ts';

/** Reads a whole stream. Rejects with a `StepFailedError`, or with a `StoppedError` as soon as the signal aborts. */
export async function readTurn(
  stream: ReadableStream<Uint8Array>,
  turn: AnswerReader,
  options: { signal: AbortSignal; onProgress: () => void },
): Promise<TurnResult> {
  const reader = stream.getReader();
  const onAbort = () => void reader.cancel().catch(() => undefined);
  options.signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      if (options.signal.aborted) throw new StoppedError();
      const { done, value } = await reader.read();
      if (options.signal.aborted) throw new StoppedError();
      if (done) break;
      turn.push(value);
      options.onProgress();
    }
    return turn.end();
  } catch (error) {
    if (error instanceof StepFailedError || error instanceof StoppedError) throw error;
    if (options.signal.aborted) throw new StoppedError();
    throw new StepFailedError(because('The connection was lost in the middle of the answer.'), turn.textParts());
  } finally {
    options.signal.removeEventListener('abort', onAbort);
    // Cancels the rest of the stream after a failure; no effect on a stream that has ended.
    void reader.cancel().catch(() => undefined);
  }
}
