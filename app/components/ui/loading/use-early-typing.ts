import { type RefObject, useLayoutEffect, useState } from 'react';
import { $earlyTyping } from '../../../lib/stores/early-typing.ts';
import { useHeldInput } from '../hooks/use-held-input.ts';

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
    setIsNew(false);
    const early = $earlyTyping.get();
    if (early === null) return;
    $earlyTyping.set(null);
    field.current?.focus();
    if (early.text !== '') put(early.text);
    for (const key of early.keys) hold((now) => now.press(key));
  }, []);
}
