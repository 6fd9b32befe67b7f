/** A task that waits longer than this behind others: the page has more to do than it can. Milliseconds. */
const LATE_MS = 24;
/** How long messages are counted after that. Milliseconds. */
const COUNTING_MS = 500;
/** Within that time; no page has so much to say to the one it is in. */
export const FLOOD_MESSAGES = 200;

export interface FloodWatch {
  page: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame' | 'addEventListener' | 'removeEventListener'>;
  /** Posts a task behind those that wait, and calls back when its turn has come. */
  ping(onTurn: () => void): void;
  now(): number;
  /** Whether a message is of the frame that is watched: the agent may look at a page of its own meanwhile. */
  isOwn(source: MessageEventSource | null): boolean;
  onFlood(): void;
}

/**
 * Notices a frame that posts messages to this page faster than it can take them. Nobody listens to them, because a listener makes each
 * of them dear; so they are counted only while a task has to wait for its turn, which is looked at in frames: the browser draws
 * those before the messages that wait. Returns how to stop.
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
    page.addEventListener('message', hear, true);
  };
  const stopCounting = () => {
    countingSince = null;
    page.removeEventListener('message', hear, true);
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
