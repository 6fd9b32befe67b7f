import { onFrame } from './on-frame.ts';

/** Share of the main thread that a live view may use while text streams in; the rest is for the user. */
const LIVE_SHARE = 0.018;
/** Milliseconds between two updates of a live view. */
const SHORTEST_PAUSE = 80;

/** Runs `work` soon, at most once for all calls until then. `work` returns the longest pause (milliseconds) that may follow it. */
export type FrameScheduler = (work: () => number) => void;

/** Runs the work once per frame. */
export function createFrameScheduler(): FrameScheduler {
  return createScheduler(() => 0);
}

/**
 * Like `createFrameScheduler`, for views that follow a stream. The cost of an update, including rendering and painting, determines the
 * pause before the next, up to the limit that the work returns: a short text grows smoothly, a long file in larger steps, and neither makes
 * the page unresponsive.
 */
export function createLiveScheduler(): FrameScheduler {
  return createScheduler((cost, longest) => Math.min(longest, Math.max(SHORTEST_PAUSE, cost / LIVE_SHARE)));
}

function createScheduler(pauseAfter: (cost: number, longest: number) => number): FrameScheduler {
  let isScheduled = false;
  let notBefore = 0;
  return (work) => {
    if (isScheduled) return;
    isScheduled = true;
    const run = () => {
      isScheduled = false;
      const startedAt = performance.now();
      notBefore = startedAt + SHORTEST_PAUSE;
      const longest = work();
      notBefore = startedAt + pauseAfter(0, longest);
      // A separate task runs after the frame has been rendered, with all changes of the work.
      setTimeout(() => {
        notBefore = startedAt + pauseAfter(performance.now() - startedAt, longest);
      }, 0);
    };
    const wait = notBefore - performance.now();
    if (wait <= 0) onFrame(run);
    else setTimeout(() => onFrame(run), wait);
  };
}
