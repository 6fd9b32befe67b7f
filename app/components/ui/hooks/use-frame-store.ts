import type { ReadableAtom } from 'nanostores';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { onFrame } from '../../../lib/frames/on-frame.ts';

/**
 * Like `useStore`, but renders at most once per frame: a store that changes thousands of times a second (a streaming response) costs only
 * what is shown. `select` must return the same value for the same state.
 */
export function useFrameStore<T, S>(store: ReadableAtom<T>, select: (value: T) => S): S {
  const shown = useRef<T>(store.get());
  const subscribe = useCallback(
    (onChange: () => void) => {
      let cancel: (() => void) | null = null;
      function show() {
        cancel = null;
        shown.current = store.get();
        onChange();
      }
      shown.current = store.get();
      const unsubscribe = store.listen(() => {
        cancel ??= onFrame(show);
      });
      return () => {
        unsubscribe();
        cancel?.();
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
