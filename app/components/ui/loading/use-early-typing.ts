import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHeldInput } from '../hooks/use-held-input.ts';
import { $earlyTyping } from './early-typing.ts';

interface EarlyTypingOptions {
  value: string;
  put(text: string): void;
  /** Whether the items are not loaded yet, or not for this value. */
  isBusy?: boolean;
  /** Whether the list has rendered its matches and highlighted the first. Absent if that cannot be observed. */
  hasChosen?(): boolean;
}

/** In frames. A list that has highlighted nothing by then has no matches. */
const LONGEST_WAIT = 600;

/** Keys that move in a list and choose from it. Tab, which is kept only while a list is loading, leaves the field. */
const LIST_KEYS = /^(?:Arrow(?:Up|Down)|Enter)$/;

/**
 * Focuses a list's field and fills in what was typed for it before it was mounted, then applies the pressed keys in order. A list renders
 * its matches some milliseconds after typing, longer on a busy machine; a key pressed in between would choose from the previous items or
 * from none, so it waits for the list. Typing after such a key discards it.
 *
 * Returns the key handler for the field; it is not needed if the keys choose from nothing.
 */
export function useEarlyTyping(
  field: RefObject<HTMLInputElement>,
  { value, put, isBusy = false, hasChosen }: EarlyTypingOptions,
): (event: ReactKeyboardEvent) => void {
  // The text for which the list has rendered its matches, or `null` if the list is new.
  const [drawn, setDrawn] = useState<string | null>(null);
  const text = useRef('');
  const isPressing = useRef(false);
  const press = (key: string) => {
    isPressing.current = true;
    field.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    isPressing.current = false;
  };
  const hold = useHeldInput(drawn !== value || isBusy, { press, value });
  const keep = (key: string, typed: string) => hold((now) => now.value === typed && now.press(key));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before anything else can be typed
  useLayoutEffect(() => {
    const early = $earlyTyping.get();
    if (early === null) return;
    $earlyTyping.set(null);
    field.current?.focus();
    text.current = early.text;
    if (early.text !== '') put(early.text);
    for (const key of early.keys) keep(key, early.text || value);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again in each frame
  useEffect(() => {
    // Effects within the field have already run: the list searches for the text from now on.
    if (drawn === value || isBusy || (drawn === null && value === '' && text.current !== '')) return;
    let frames = 0;
    let next = requestAnimationFrame(function look() {
      frames += 1;
      if (hasChosen?.() === false && frames < LONGEST_WAIT) next = requestAnimationFrame(look);
      else setDrawn(value);
    });
    return () => cancelAnimationFrame(next);
  }, [drawn, isBusy, value]);
  return (event) => {
    if (isPressing.current || !LIST_KEYS.test(event.key) || event.nativeEvent.isComposing) return;
    // With a modifier it is another shortcut.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (keep(event.key, value)) event.preventDefault();
  };
}
