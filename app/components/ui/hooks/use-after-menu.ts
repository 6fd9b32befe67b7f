import { useRef } from 'react';

interface AfterMenu {
  /** To be called when an item is chosen. */
  runAfter(work: () => void): void;
  /** Of the menu's content. */
  onCloseAutoFocus(event: Event): void;
}

/** For items that bring the focus somewhere: what they do is done when the menu has gone, which keeps the focus until then. */
export function useAfterMenu(): AfterMenu {
  const waiting = useRef<(() => void) | null>(null);
  return {
    runAfter(work) {
      waiting.current = work;
    },
    onCloseAutoFocus(event) {
      const work = waiting.current;
      if (work === null) return;
      event.preventDefault();
      waiting.current = null;
      work();
    },
  };
}
