import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { placeName } from '../../../lib/protocol/machines/place-name.ts';
import { shortPlaceName } from '../../../lib/protocol/machines/short-place-name.ts';
import { $place } from '../../../lib/stores/workbench.ts';

/** Names the real machine on which this chat works. Nothing is shown for a project in this browser. */
export function PlaceBadge() {
  const place = useStore($place);
  if (place === null) return null;
  return (
    <span
      className="badge badge-machine truncate"
      title={t('This chat works in {folder} on {place}.', { folder: place.folder, place: placeName(place) })}
    >
      {shortPlaceName(place)}
    </span>
  );
}
