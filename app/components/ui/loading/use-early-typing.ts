import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHeldInput } from '../hooks/use-held-input.ts';
import { $earlyTyping } from './early-typing.ts';

interface EarlyTypingOptions {
  value: string;
  put(text: string): void;
  /** What the keys choose from is not here yet. */
  isBusy?: boolean;
  /** Whether the list has drawn what fits, and chosen its first. Absent: there is nothing to choose from. */
  hasChosen?(): boolean;
}

/** A list that has chosen nothing by then has found nothing. In frames. */
const LONGEST_WAIT = 600;

/** Gives a list's field the focus and what was typed for it before it was here, and then the keys that were pressed, in their order. */
export function useEarlyTyping(field: RefObject<HTMLInputElement>, { value, put, isBusy = false, hasChosen }: EarlyTypingOptions): void {
  const [isNew, setIsNew] = useState(true);
  const text = useRef('');
  const press = (key: string) => field.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const hold = useHeldInput(isNew || isBusy, { press });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before anything else can be typed
  useLayoutEffect(() => {
    const early = $earlyTyping.get();
    if (early === null) return;
    $earlyTyping.set(null);
    field.current?.focus();
    text.current = early.text;
    if (early.text !== '') put(early.text);
    for (const key of early.keys) hold((now) => now.press(key));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again in each frame
  useEffect(() => {
    // Effects within the field have run before this one: the list looks for the text from now on.
    if (!isNew || isBusy || (value === '' && text.current !== '')) return;
    let frames = 0;
    let next = requestAnimationFrame(function look() {
      frames += 1;
      if (hasChosen?.() === false && frames < LONGEST_WAIT) next = requestAnimationFrame(look);
      else setIsNew(false);
    });
    return () => cancelAnimationFrame(next);
  }, [isNew, isBusy, value]);
}
