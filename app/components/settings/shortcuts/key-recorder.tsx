import type { KeyboardEvent } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { Chord } from '../../../lib/protocol/keys/chord.ts';
import { chordsOfEvent } from '../../page/keys/chords-of-event.ts';
import { isMac } from '../../page/keys/is-mac.ts';

interface KeyRecorderProps {
  /** The command that the keys are for. */
  text: string;
  /** Why the last pressed keys were rejected; `null` if none were. */
  problem: string | null;
  /** Called with the pressed keys, or null if they have no name. */
  onTake: (chord: Chord | null) => void;
  onClear: () => void;
  onCancel: () => void;
}

const MODIFIER = /^(?:Control|Shift|Alt|Meta|AltGraph|CapsLock|NumLock|Fn)$/;

function focusIt(element: HTMLElement | null): void {
  element?.focus();
}

/** Records the next pressed keys. Tab moves the focus away as usual. */
export function KeyRecorder({ text, problem, onTake, onClear, onCancel }: KeyRecorderProps) {
  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isAlone = !ctrlKey && !metaKey && !altKey && !shiftKey;
    if (key === 'Tab' && !ctrlKey && !metaKey && !altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (MODIFIER.test(key)) return;
    if (isAlone && key === 'Escape') onCancel();
    else if (isAlone && key === 'Backspace') onClear();
    else onTake(chordsOfEvent(event.nativeEvent, isMac())[0] ?? null);
  }
  return (
    <button
      type="button"
      ref={focusIt}
      className="key-recorder"
      data-keys-of="recorder"
      aria-label={t('Press the new keys of “{text}”. Escape cancels, Backspace takes its keys away.', { text })}
      aria-invalid={problem !== null}
      onKeyDown={onKeyDown}
      onBlur={onCancel}
    >
      {t('Press the new keys')}
    </button>
  );
}
