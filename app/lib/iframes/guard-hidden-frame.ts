import type { Clock } from '../agent/contract/ports.ts';
import { isOfFrame } from './is-of-frame.ts';

export interface GuardedFrame {
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  frame: Pick<HTMLIFrameElement, 'contentWindow'> & { remove(): void };
  clock: Pick<Clock, 'now' | 'sleep'>;
}

export interface FrameGuard {
  /** Aborts when the frame has been removed because it flooded the page. */
  flood: AbortSignal;
  /** Removes the frame. Resolves when no message of it can reach another listener any more. */
  end(): Promise<void>;
}

/** Limit of messages that a hidden frame may send before it is removed. */
const MOST_MESSAGES = 50;
/** After a flood, messages of the removed frame still arrive from its process: this long without one, in milliseconds, they have ended. */
const QUIET_MS = 2_000;
/** Milliseconds after which messages without a source are no longer taken for those of the removed frame. */
const MOST_LATE_MS = 30_000;

/** Keeps the messages of a hidden frame from all other listeners, which would take them for messages of the page that the user sees. */
export function guardHiddenFrame({ page, frame, clock }: GuardedFrame): FrameGuard {
  const flood = new AbortController();
  // Kept, because a removed frame has no window any more, and its messages may still name it.
  const own = { contentWindow: frame.contentWindow };
  let messages = 0;
  const hear = (event: MessageEvent) => {
    if (!isOfFrame(event.source, own)) return;
    event.stopImmediatePropagation();
    messages += 1;
    if (messages <= MOST_MESSAGES || flood.signal.aborted) return;
    frame.remove();
    flood.abort();
  };
  page.addEventListener('message', hear, { capture: true });
  return {
    flood: flood.signal,
    async end() {
      frame.remove();
      await messagesHeard();
      if (flood.signal.aborted) await quiet(() => messages, clock);
      page.removeEventListener('message', hear, { capture: true });
    },
  };
}

/** Resolves when the number has not changed for some time. */
async function quiet(count: () => number, clock: GuardedFrame['clock']): Promise<void> {
  const until = clock.now() + MOST_LATE_MS;
  let before: number;
  do {
    before = count();
    await clock.sleep(QUIET_MS, new AbortController().signal);
  } while (count() !== before && clock.now() < until);
}

/** Resolves when the messages that are already queued have been handled. */
function messagesHeard(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
