/** Milliseconds to wait if there are no frames, as in a hidden tab. */
const HIDDEN_TAB_DELAY = 150;

interface Frame {
  works: Set<() => void>;
  stop(): void;
}

let next: Frame | null = null;
let isRunning = false;
let joined = new Set<() => void>();

/**
 * Runs `work` in the page's next frame. All work of a frame shares one callback, so that React renders once for all of it. Work requested
 * during the callback runs in the same frame, so that a store that changes in a frame is rendered in it; work requested by that waits for
 * the next frame. Returns a function that cancels the work.
 */
export function onFrame(work: () => void): () => void {
  if (isRunning) {
    const frame = joined;
    frame.add(work);
    return () => frame.delete(work);
  }
  next ??= askForFrame();
  const { works } = next;
  works.add(work);
  return () => works.delete(work);
}

function askForFrame(): Frame {
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, HIDDEN_TAB_DELAY);
  return {
    works: new Set(),
    stop() {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    },
  };
}

function run(): void {
  if (next === null) return;
  const { works, stop } = next;
  stop();
  next = null;
  isRunning = true;
  runAll(works);
  isRunning = false;
  const asked = joined;
  joined = new Set();
  runAll(asked);
}

function runAll(works: ReadonlySet<() => void>): void {
  for (const work of works) {
    try {
      work();
    } catch (error) {
      // An error must not affect the other work.
      reportError(error);
    }
  }
}
