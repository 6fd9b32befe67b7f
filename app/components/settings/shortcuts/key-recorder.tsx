import type { KeyboardEvent } from 'react';
import type { Chord } from '../../../lib/protocol/keys/chord.ts';
import { chordsOfEvent } from '../../page/keys/chords-of-event.ts';
import { isMac } from '../../page/keys/is-mac.ts';
import { SHORTCUT_SETTINGS_TEXT as TEXT } from './shortcut-settings-text.ts';

interface KeyRecorderProps {
  /** What the keys are for. */
  text: string;
  /** Why what was pressed last cannot be taken; null: nothing was. */
  problem: string | null;
  /** null: it has no name. */
  onTake: (chord: Chord | null) => void;
  onClear: () => void;
  onCancel: () => void;
}

const MODIFIER = /^(?:Control|Shift|Alt|Meta|AltGraph|CapsLock|NumLock|Fn)$/;

function focusIt(element: HTMLElement | null): void {
  element?.focus();
}

/** Takes the next keys that are pressed. Tab leaves it, as everything. */
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
      aria-label={TEXT.recorder(text)}
      aria-invalid={problem !== null}
      onKeyDown={onKeyDown}
      onBlur={onCancel}
    >
      {TEXT.press()}
    </button>
  );
}
