import { chordText } from '../../../lib/protocol/keys/chord.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { chordsOfEvent, type PressedKey } from '../../page/keys/chords-of-event.ts';
import { type Command, type CommandContext, canRun, type KeyPlace } from '../../page/keys/command.ts';
import { isMac } from '../../page/keys/is-mac.ts';
import { COMMANDS } from '../command-list.ts';
import { keysInForce } from './keys-in-force.ts';

/** Where a key was pressed; `recorder`: where keys are being chosen, which no command gets. */
type PressedIn = 'editor' | 'terminal' | 'card' | 'page' | 'recorder';

/** Its elements say it by `data-keys-of`. */
function placeOf(target: EventTarget | null): PressedIn {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-keys-of]')?.dataset['keysOf'] : undefined;
  return place === 'editor' || place === 'terminal' || place === 'card' || place === 'recorder' ? place : 'page';
}

function applies(place: KeyPlace, pressedIn: PressedIn): boolean {
  return place === 'page' || (place === 'outside-editor' ? pressedIn !== 'editor' : place === pressedIn);
}

/** The command that these keys are for in that place: one of the place before one of the whole page. */
function commandFor(keys: string, pressedIn: PressedIn): Command | undefined {
  const { shortcuts } = $settings.get();
  const fitting = COMMANDS.filter((command) => keysInForce(command, shortcuts) === keys && applies(command.place ?? 'page', pressedIn));
  return fitting.find(({ place }) => place === pressedIn) ?? fitting[0];
}

/** The command whose keys were pressed, if it can be run now. */
export function pressedCommand(event: PressedKey & Pick<KeyboardEvent, 'target'>): Command | null {
  const pressedIn = placeOf(event.target);
  if (pressedIn === 'recorder') return null;
  for (const chord of chordsOfEvent(event, isMac())) {
    const command = commandFor(chordText(chord), pressedIn);
    if (command !== undefined) return canRun(command) && command.isLocal !== true ? command : null;
  }
  return null;
}

/** Runs the command whose keys were pressed; false: there is none, and the press is for what has the focus. */
export function pressKey(event: KeyboardEvent, context: CommandContext): boolean {
  const command = pressedCommand(event);
  if (command === null) return false;
  event.preventDefault();
  // Nothing else shall take it: a terminal would send it to its program, too.
  event.stopPropagation();
  if (!event.repeat || command.isRepeated === true) command.run(context);
  return true;
}
