import { useCallback, useSyncExternalStore } from 'react';

/** Whether the query matches; false on the server and in the first render after it. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Below this width there is one pane with tabs at the bottom. */
export const NARROW_QUERY = '(max-width: 899px)';

/** The user wants nothing to move. */
export const STILL_QUERY = '(prefers-reduced-motion: reduce)';
