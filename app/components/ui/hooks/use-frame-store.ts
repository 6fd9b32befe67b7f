import type { ReadableAtom } from 'nanostores';
import { useCallback, useRef, useSyncExternalStore } from 'react';

/** Longest wait in milliseconds where frames do not come, as in a hidden tab. */
const HIDDEN_TAB_DELAY = 250;

/**
 * Like `useStore`, but at most one render a frame: a store that changes thousands of times a second (a streaming answer)
 * costs the page only what it shows. `select` must return the same value for the same state.
 */
export function useFrameStore<T, S>(store: ReadableAtom<T>, select: (value: T) => S): S {
  const shown = useRef<T>(store.get());
  const subscribe = useCallback(
    (onChange: () => void) => {
      let frame = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      function show() {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
        timer = undefined;
        shown.current = store.get();
        onChange();
      }
      function schedule() {
        if (timer !== undefined) return;
        frame = requestAnimationFrame(show);
        timer = setTimeout(show, HIDDEN_TAB_DELAY);
      }
      shown.current = store.get();
      const unsubscribe = store.listen(schedule);
      return () => {
        unsubscribe();
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
    },
    [store],
  );
  return useSyncExternalStore(
    subscribe,
    () => select(shown.current),
    () => select(shown.current),
  );
}
