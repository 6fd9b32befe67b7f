import { t } from '../i18n/t.ts';
import type { Place } from '../protocol/machines/place.ts';
import { placeName } from '../protocol/machines/place-name.ts';

/** Says that a machine does not answer, and what to do. */
export function awayText(place: Place): string {
  return t('{place} is not connected. Start the bridge for {folder} there, and open the address that it prints.', {
    place: placeName(place),
    folder: place.folder,
  });
}
