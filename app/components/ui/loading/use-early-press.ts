import { useEffect } from 'react';
import { useIsMounted } from '../hooks/use-is-mounted.ts';
import { TAKES_PRESS } from './early-press-script.ts';

/** Has the press carried out that was made before the page was hydrated. A page without this hook ignores it. */
export function useEarlyPress(): void {
  const isMounted = useIsMounted();
  useEffect(() => {
    // Rendered once more by then, with the text that was typed. Not within the effect, because parents' effects run after it.
    if (isMounted) queueMicrotask(() => dispatchEvent(new Event(TAKES_PRESS)));
  }, [isMounted]);
}
