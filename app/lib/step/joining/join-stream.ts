import { type StartTimer, startSystemTimer } from '../start-timer.ts';

/** Bytes in, fewer events out. */
export interface StreamJoiner {
  readonly hasOutput: boolean;
  takeOutput(): Uint8Array;
  /** Resolves when what is held has waited long enough; null while nothing is held. */
  due(): Promise<null> | null;
  /** It has: what is held is sent on. */
  waited(): void;
  add(bytes: Uint8Array): void;
  end(): void;
  stop(): void;
}

export interface JoinStreamOptions {
  /** After so many bytes, the loop lets others have a turn. */
  bytesPerTurn?: number;
  /** From here on, nothing is read while something is held: each read costs about the same, however little it brings. */
  patientAfterBytes?: number;
  startTimer?: StartTimer;
}

/**
 * What a joiner makes of a provider's answer. The loop stops for a timer after a share of the work: workerd looks for other requests only
 * when nothing is left to do, and a socket that always has more to read leaves always something to do.
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

  /** The next bytes, or null when what is held has waited long enough. */
  const next = async () => {
    reading ??= reader.read();
    const due = joiner.due();
    if (due === null) return reading;
    if (received < patientAfterBytes) return Promise.race([reading, due]);
    // What is there already is read; what comes meanwhile is left where it is until it is time to send on.
    return (await soonest(reading, startTimer)) ?? due;
  };

  /** Reads until there is something to send on; false at the end. */
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
        // Not awaited, and what it says does not matter: the provider that sends too much is hung up on.
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

/** Longer than what is there already takes to be read. Milliseconds. */
const SOON = 1;

/** What `reading` brings when that is there already; null otherwise. */
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
