import { useEffect, useReducer, useRef } from 'react';

/**
 * Holds the user's actions on a menu whose code is still loading, and performs them in order once it has loaded. One per render, because
 * each may change what the next one means.
 */
export function useHeldInput<Handlers>(isLoading: boolean, handlers: Handlers) {
  // Not a state: the first action may render synchronously, before an update of the state would apply, and would then be performed twice.
  const held = useRef<((handlers: Handlers) => void)[]>([]);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (isLoading || held.current.length === 0) return;
    let isCurrent = true;
    // Not within the effect: child components remove their listeners before they add new ones, and would miss the action in between.
    queueMicrotask(() => {
      if (!isCurrent) return;
      const first = held.current.shift();
      renderAgain();
      first?.(handlers);
    });
    return () => {
      isCurrent = false;
    };
  });
  /** Returns true if the action is held and will be performed later. */
  return (act: (handlers: Handlers) => void): boolean => {
    if (!isLoading && held.current.length === 0) return false;
    held.current.push(act);
    renderAgain();
    return true;
  };
}
