import { useEffect, useReducer, useRef } from 'react';

/**
 * Holds what a user does with a menu whose code is still on its way: each is done, in its order, once the code is here. One a render, since
 * what the first changes decides what the second means.
 */
export function useHeldInput<Handlers>(isLoading: boolean, handlers: Handlers) {
  // Not a state: what the first does may render at once, before a state that is set here is in force, and would be done twice.
  const held = useRef<((handlers: Handlers) => void)[]>([]);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (isLoading || held.current.length === 0) return;
    let isCurrent = true;
    // Not within the effect: the parts drawn with this one take off what they listened with before any listens again, and hear nothing between.
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
  /** True: it is held, and will be done later. */
  return (act: (handlers: Handlers) => void): boolean => {
    if (!isLoading && held.current.length === 0) return false;
    held.current.push(act);
    renderAgain();
    return true;
  };
}
