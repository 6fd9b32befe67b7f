/** Milliseconds that a task may wait behind others before the page counts as overloaded. */
const LATE_MS = 24;
/** Milliseconds for which messages are counted after that. */
const COUNTING_MS = 500;
/** Number of messages within that time that counts as a flood: no page needs to post so many. */
export const FLOOD_MESSAGES = 200;

export interface FloodWatch {
  page: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame' | 'addEventListener' | 'removeEventListener'>;
  /** Queues a task behind the waiting ones and calls back when it runs. */
  ping(onTurn: () => void): void;
  now(): number;
  /** Whether a message is from the watched frame and not, for example, from a page that the agent looks at. */
  isOwn(source: MessageEventSource | null): boolean;
  onFlood(): void;
}

/**
 * Detects a frame that posts messages to this page faster than it can handle them. A permanent listener would make every message expensive,
 * so messages are counted only while a task is delayed. That is checked in animation frames, which the browser runs before waiting
 * messages. A listener that captures, like the guard of a hidden frame, can keep a message from being counted. Returns a function that
 * stops the detection.
 */
export function watchForFloods({ page, ping, now, isOwn, onFlood }: FloodWatch): () => void {
  let waitingSince: number | null = null;
  let countingSince: number | null = null;
  let count = 0;
  const hear = ({ source }: MessageEvent) => {
    if (!isOwn(source)) return;
    count += 1;
    if (count < FLOOD_MESSAGES) return;
    stopCounting();
    onFlood();
  };
  const startCounting = () => {
    countingSince = now();
    count = 0;
    page.addEventListener('message', hear);
  };
  const stopCounting = () => {
    countingSince = null;
    page.removeEventListener('message', hear);
  };
  const look = () => {
    if (waitingSince === null) {
      waitingSince = now();
      ping(() => {
        waitingSince = null;
      });
    } else if (countingSince === null && now() - waitingSince > LATE_MS) startCounting();
    if (countingSince !== null && now() - countingSince > COUNTING_MS) stopCounting();
    frame = page.requestAnimationFrame(look);
  };
  let frame = page.requestAnimationFrame(look);
  return () => {
    page.cancelAnimationFrame(frame);
    stopCounting();
  };
}
