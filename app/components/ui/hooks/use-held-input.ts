import { useEffect, useState } from 'react';

/**
 * Holds what a user does with a menu whose code is still on its way: each is done, in its order, once the code is here. One a render, since
 * what the first changes decides what the second means.
 */
export function useHeldInput<Handlers>(isLoading: boolean, handlers: Handlers) {
  const [held, setHeld] = useState<readonly ((handlers: Handlers) => void)[]>([]);
  useEffect(() => {
    const [first, ...rest] = held;
    if (isLoading || first === undefined) return;
    setHeld(rest);
    first(handlers);
  });
  /** True: it is held, and will be done later. */
  return (act: (handlers: Handlers) => void): boolean => {
    if (!isLoading && held.length === 0) return false;
    setHeld((before) => [...before, act]);
    return true;
  };
}
