import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns the row with the focus, which follows the arrow keys but is never taken from elsewhere. */
export function useTreeFocus(tree: RefObject<HTMLDivElement | null>) {
  const [focused, setFocused] = useState<string | null>(null);
  const isMoved = useRef(false);
  useEffect(() => {
    // The previously focused row may be unmounted because it is not visible.
    if (focused !== null && (isMoved.current || tree.current?.contains(document.activeElement)))
      tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMoved.current = false;
  }, [tree, focused]);
  const moveFocus = (path: string) => {
    isMoved.current = true;
    setFocused(path);
  };
  return { focused, setFocused, moveFocus };
}
