/** Longest wait where frames do not come, as in a hidden tab. Milliseconds. */
const HIDDEN_TAB_DELAY = 150;

interface Frame {
  works: Set<() => void>;
  stop(): void;
}

let next: Frame | null = null;
let isRunning = false;
let joined = new Set<() => void>();

/**
 * Runs `work` in the page's next frame. All works of a frame share one callback, so that React renders once for all of them; what a work
 * asks for runs in the same frame still, so that a store that changes in a frame is drawn by it. What those ask for in turn waits for the
 * next one. Answers with what takes the work back.
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
      // The others have nothing to do with it.
      reportError(error);
    }
  }
}
