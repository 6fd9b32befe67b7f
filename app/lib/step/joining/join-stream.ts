import { type StartTimer, startSystemTimer } from '../start-timer.ts';

/** Takes bytes, and emits fewer events. */
export interface StreamJoiner {
  readonly hasOutput: boolean;
  takeOutput(): Uint8Array;
  /** Resolves when the held event has waited long enough; null if nothing is held. */
  due(): Promise<null> | null;
  /** Called when that has happened: sends the held event. */
  waited(): void;
  add(bytes: Uint8Array): void;
  end(): void;
  stop(): void;
}

export interface JoinStreamOptions {
  /** After this many bytes, the loop lets other work run. */
  bytesPerTurn?: number;
  /** Above this amount, nothing is read while something is held, because every read costs about the same, however small. */
  patientAfterBytes?: number;
  startTimer?: StartTimer;
}

/**
 * Runs a joiner over a provider's answer. The loop waits for a timer after each share of work: workerd serves other requests only
 * when it is idle, and a socket with more data to read never lets it become idle.
 */
export function joinStream(
  body: ReadableStream<Uint8Array>,
  joiner: StreamJoiner,
  { bytesPerTurn = 128 * 1_024, patientAfterBytes = 64 * 1_024, startTimer = startSystemTimer }: JoinStreamOptions,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let reading: Promise<ReadableStreamReadResult<Uint8Array>> | null = null;
  let bytesInTurn = 0;
  let received = 0;

  /** The next bytes, or null when the held event has waited long enough. */
  const next = async () => {
    reading ??= reader.read();
    const due = joiner.due();
    if (due === null) return reading;
    if (received < patientAfterBytes) return Promise.race([reading, due]);
    // Data that is already available is read; later data stays unread until the held event is due.
    return (await soonest(reading, startTimer)) ?? due;
  };

  /** Reads until there is something to send; false at the end. */
  const advance = async (): Promise<boolean> => {
    while (!joiner.hasOutput) {
      const result = await next();
      if (result === null) joiner.waited();
      else if (result.done) {
        joiner.end();
        return false;
      } else {
        reading = null;
        joiner.add(result.value);
        received += result.value.byteLength;
        bytesInTurn += result.value.byteLength;
        if (bytesInTurn >= bytesPerTurn) {
          bytesInTurn = 0;
          await new Promise<void>((resolve) => startTimer(resolve, 0));
        }
      }
    }
    return true;
  };

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const isMore = await advance();
        if (joiner.hasOutput) controller.enqueue(joiner.takeOutput());
        if (!isMore) controller.close();
      } catch (error) {
        joiner.stop();
        // Not awaited, and the result is ignored: the connection to a provider that sends too much is closed.
        reader.cancel(error).catch(() => {});
        throw error;
      }
    },
    async cancel(reason) {
      joiner.stop();
      await reader.cancel(reason);
    },
  });
}

/** Longer than it takes to read available data. In milliseconds. */
const SOON = 1;

/** The result of `reading` if it is already available, otherwise null. */
function soonest<T>(reading: Promise<T>, startTimer: StartTimer): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = startTimer(() => resolve(null), SOON);
    reading.then(
      (result) => {
        stop();
        resolve(result);
      },
      (error) => {
        stop();
        reject(error);
      },
    );
  });
}
