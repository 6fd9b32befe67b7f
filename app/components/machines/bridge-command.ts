import { placeName } from '../../lib/protocol/machines/place-name.ts';
import type { WantedMachine } from './wanted-machine.ts';

/** Returns the command that starts the bridge of a folder, for the user to run. Without a place it is an example. */
export function bridgeCommand(place: WantedMachine | null): string {
  if (place === null) return 'npx devonz-bridge ~/projects/shop';
  // A bridge over SSH names user and host in one.
  const server = place.host.includes('@') ? ` --ssh ${quoted(placeName(place))}` : '';
  return `npx devonz-bridge${server}${place.folder === '' ? '' : ` ${quoted(place.folder)}`}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
