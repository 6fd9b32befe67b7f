import { useLayoutEffect, useRef } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { $earlyTyping, CHOOSING_KEYS, type EarlyTyping, startTyping } from './early-typing.ts';

/**
 * In the place of a list that is on its way: what is typed meanwhile is for it. A field, and not a listener to keys: so input methods, dead
 * keys, pasting and corrections are the browser's. The keys that choose are kept for the list. `onClose`: it is not wanted any more.
 */
export function EarlyField({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const typing = useRef<EarlyTyping | null>(null);
  useLayoutEffect(() => {
    const input = field.current;
    // One field follows another where the list comes in two parts: the text is what was typed until the one before went, a moment ago.
    typing.current = { ...($earlyTyping.get() ?? startTyping()) };
    $earlyTyping.set(typing.current);
    if (input) input.value = typing.current.text;
    input?.focus();
    return () => $earlyTyping.set(typing.current && { ...typing.current, text: input?.value ?? '' });
  }, []);
  return (
    <input
      ref={field}
      className="early-field field"
      aria-label={t('Search')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          typing.current?.opener?.focus();
          typing.current = null;
          onClose();
        } else if (typing.current && CHOOSING_KEYS.test(event.key)) {
          event.preventDefault();
          typing.current = { ...typing.current, keys: [...typing.current.keys, event.key] };
        }
      }}
    />
  );
}
