import { onFrame } from './on-frame.ts';

/** Part of the main thread that a live view may take while text streams in: the rest is the user's. */
const LIVE_SHARE = 0.018;
/** Between two updates of a live view. Milliseconds. */
const SHORTEST_PAUSE = 80;

/** Runs `work` soon, at most once for all calls until then. `work` answers with the longest pause (milliseconds) that may follow it. */
export type FrameScheduler = (work: () => number) => void;

/** Runs the work once a frame. */
export function createFrameScheduler(): FrameScheduler {
  return createScheduler(() => 0);
}

/**
 * The same for views that follow a stream. What an update costs (rendering and painting included) decides how soon the next one
 * comes, up to what the work allows: a short text grows smoothly, a long file in larger strides, and neither makes the page slow
 * to answer.
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
      // A task of its own comes after the frame has been drawn, with all that the work has changed.
      setTimeout(() => {
        notBefore = startedAt + pauseAfter(performance.now() - startedAt, longest);
      }, 0);
    };
    const wait = notBefore - performance.now();
    if (wait <= 0) onFrame(run);
    else setTimeout(() => onFrame(run), wait);
  };
}
