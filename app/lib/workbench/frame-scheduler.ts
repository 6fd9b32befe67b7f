/** Part of the main thread that a live view may take while text streams in: the rest is the user's. */
const LIVE_SHARE = 0.018;
/** Between two updates of a live view. Milliseconds. */
const SHORTEST_PAUSE = 80;

/** Runs `work` soon, at most once for all calls until then. `work` answers with the longest pause (milliseconds) that may follow it. */
export type FrameScheduler = (work: () => number) => void;

/** Runs the work once a frame while the page is seen; frames stop in a hidden tab, so a timer backs them up. */
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
      if (!isScheduled) return;
      isScheduled = false;
      clearTimeout(timer);
      const startedAt = performance.now();
      let longest = 0;
      notBefore = startedAt + SHORTEST_PAUSE;
      measureFrames(
        () => {
          longest = work();
          notBefore = startedAt + pauseAfter(0, longest);
        },
        (cost) => {
          notBefore = startedAt + pauseAfter(cost, longest);
        },
      );
    };
    const wait = Math.max(0, notBefore - performance.now());
    const timer = setTimeout(run, wait + 100);
    if (wait === 0) requestAnimationFrame(run);
    else setTimeout(() => isScheduled && requestAnimationFrame(run), wait);
  };
}

/** What `work` costs: itself and the drawing after it, and the next frame, in which the views that it has changed render. */
function measureFrames(work: () => void, report: (cost: number) => void): void {
  const startedAt = performance.now();
  // Asked for before the views ask: runs before they render.
  requestAnimationFrame(() => {
    const frameAt = performance.now();
    afterDrawing(() => report(first + performance.now() - frameAt));
  });
  let first = 0;
  work();
  afterDrawing(() => {
    first = performance.now() - startedAt;
    report(first);
  });
}

/** A task of its own comes after the frame has been drawn. */
function afterDrawing(next: () => void): void {
  setTimeout(next, 0);
}
