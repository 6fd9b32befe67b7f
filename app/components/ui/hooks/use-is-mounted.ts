import { useEffect, useState } from 'react';

/**
 * Returns false on the server and during hydration. If a `Suspense` that the server rendered changes before hydration, React discards the
 * page and reports an error (#421); parts that load later are therefore rendered only after mounting.
 */
export function useIsMounted(): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isMounted;
}
