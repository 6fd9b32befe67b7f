import { useLayoutEffect, useRef } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { $earlyTyping, CHOOSING_KEYS, type EarlyTyping, startTyping } from './early-typing.ts';

/**
 * Shown instead of a list that is still loading, to receive the text typed for it. It is a field and not a key listener, so that the
 * browser handles input methods, dead keys, pasting and corrections. Keys that choose are kept for the list. `onClose` cancels the list.
 */
export function EarlyField({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const typing = useRef<EarlyTyping | null>(null);
  useLayoutEffect(() => {
    const input = field.current;
    // If the list loads in two parts, one field replaces another: the text is that of the field that was just removed.
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
