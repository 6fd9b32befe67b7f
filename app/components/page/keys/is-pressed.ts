import { chordText } from '../../../lib/protocol/keys/chord.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { chordsOfEvent, type PressedKey } from './chords-of-event.ts';
import { isMac } from './is-mac.ts';
import { KNOWN_KEYS } from './known-keys.ts';

/** Whether the event is for a command that is handled where the focus is. */
export function isPressed(event: PressedKey, id: keyof typeof KNOWN_KEYS): boolean {
  const keys = $settings.get().shortcuts[id] ?? KNOWN_KEYS[id];
  return chordsOfEvent(event, isMac()).some((chord) => chordText(chord) === keys);
}
