import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useHeldInput } from '../hooks/use-held-input.ts';
import { $earlyTyping } from './early-typing.ts';

interface EarlyTypingOptions {
  put(text: string): void;
  /** What the keys choose from is not here yet. */
  isBusy?: boolean;
}

/** Gives a list's field the focus and what was typed for it before it was here, and then the keys that were pressed, in their order. */
export function useEarlyTyping(field: RefObject<HTMLInputElement>, { put, isBusy = false }: EarlyTypingOptions): void {
  const [isNew, setIsNew] = useState(true);
  const press = (key: string) => field.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const hold = useHeldInput(isNew || isBusy, { press });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before anything else can be typed
  useLayoutEffect(() => {
    const early = $earlyTyping.get();
    if (early === null) return;
    $earlyTyping.set(null);
    field.current?.focus();
    if (early.text !== '') put(early.text);
    for (const key of early.keys) hold((now) => now.press(key));
  }, []);
  useEffect(() => {
    // A list that has just been drawn still chooses its first.
    const timer = setTimeout(() => setIsNew(false));
    return () => clearTimeout(timer);
  }, []);
}
