import { chordText } from '../../../lib/protocol/keys/chord.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { chordsOfEvent, type PressedKey } from '../../page/keys/chords-of-event.ts';
import { type Command, type CommandContext, canRun, type KeyPlace } from '../../page/keys/command.ts';
import { isMac } from '../../page/keys/is-mac.ts';
import { COMMANDS } from '../command-list.ts';
import { keysInForce } from './keys-in-force.ts';

/** Where a key was pressed. `recorder` is where keys are being recorded, which no command receives. */
type PressedIn = 'editor' | 'terminal' | 'card' | 'page' | 'recorder';

/** Elements name their place in `data-keys-of`. */
function placeOf(target: EventTarget | null): PressedIn {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-keys-of]')?.dataset['keysOf'] : undefined;
  return place === 'editor' || place === 'terminal' || place === 'card' || place === 'recorder' ? place : 'page';
}

function applies(place: KeyPlace, pressedIn: PressedIn): boolean {
  return place === 'page' || (place === 'outside-editor' ? pressedIn !== 'editor' : place === pressedIn);
}

/** Returns the command for these keys in this place; a command of the place precedes one of the whole page. */
function commandFor(keys: string, pressedIn: PressedIn): Command | undefined {
  const { shortcuts } = $settings.get();
  const fitting = COMMANDS.filter((command) => keysInForce(command, shortcuts) === keys && applies(command.place ?? 'page', pressedIn));
  return fitting.find(({ place }) => place === pressedIn) ?? fitting[0];
}

/** Returns the command of the pressed keys if it can run now. */
export function pressedCommand(event: PressedKey & Pick<KeyboardEvent, 'target'>): Command | null {
  const pressedIn = placeOf(event.target);
  if (pressedIn === 'recorder') return null;
  for (const chord of chordsOfEvent(event, isMac())) {
    const command = commandFor(chordText(chord), pressedIn);
    if (command !== undefined) return canRun(command) && command.isLocal !== true ? command : null;
  }
  return null;
}

/** Runs the command of the pressed keys. Returns false if there is none, and leaves the event to the focused element. */
export function pressKey(event: KeyboardEvent, context: CommandContext): boolean {
  const command = pressedCommand(event);
  if (command === null) return false;
  event.preventDefault();
  // Otherwise a terminal would also send the key to its program.
  event.stopPropagation();
  if (!event.repeat || command.isRepeated === true) command.run(context);
  return true;
}
