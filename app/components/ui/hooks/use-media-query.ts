import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether the query matches; false on the server and during hydration. */
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

/** Below this width there is one pane, with tabs at the bottom. */
export const NARROW_QUERY = '(max-width: 899px)';

/** Matches if the user prefers reduced motion. */
export const STILL_QUERY = '(prefers-reduced-motion: reduce)';
