import { useRef } from 'react';

interface AfterMenu {
  /** Call it when an item is chosen. */
  runAfter(work: () => void): void;
  /** A handler for the menu's content. */
  onCloseAutoFocus(event: Event): void;
}

/** For items that move the focus: delays their work until the menu has closed, which traps the focus until then. */
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
