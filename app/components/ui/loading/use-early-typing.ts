import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHeldInput } from '../hooks/use-held-input.ts';
import { $earlyTyping } from './early-typing.ts';

interface EarlyTypingOptions {
  value: string;
  put(text: string): void;
  /** What the keys choose from is not here yet, or not for this value. */
  isBusy?: boolean;
  /** Whether the list has drawn what fits, and chosen its first. Absent: there is nothing to look at. */
  hasChosen?(): boolean;
}

/** A list that has chosen nothing by then has found nothing. In frames. */
const LONGEST_WAIT = 600;

/** What moves in a list and chooses from it. Tab, which a list takes only before it is here, leaves the field. */
const LIST_KEYS = /^(?:Arrow(?:Up|Down)|Enter)$/;

/**
 * Gives a list's field the focus and what was typed for it before it was here, and then the keys that were pressed, in their order. A list
 * draws what fits some milliseconds after it is typed, longer on a machine that has much to do: a key that comes between would choose from
 * what was there before, or from nothing, and waits for the list. What is typed after such a key takes it back.
 *
 * Returns what the field does with its keys; where the keys choose from nothing it is not needed.
 */
export function useEarlyTyping(
  field: RefObject<HTMLInputElement>,
  { value, put, isBusy = false, hasChosen }: EarlyTypingOptions,
): (event: ReactKeyboardEvent) => void {
  // What the list has drawn the matches of; null: it is new.
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
    // Effects within the field have run before this one: the list looks for the text from now on.
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
    // With one of these it is another key.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (keep(event.key, value)) event.preventDefault();
  };
}
