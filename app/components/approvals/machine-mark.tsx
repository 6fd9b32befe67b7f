import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { placeName } from '../../lib/protocol/machines/place-name.ts';
import { shortPlaceName } from '../../lib/protocol/machines/short-place-name.ts';
import { $place } from '../../lib/stores/workbench.ts';
import { visible } from '../ui/text/visible-name.ts';

/** Names the real machine on which a request would act. Nothing is shown for a project in this browser. */
export function MachineMark() {
  const place = useStore($place);
  if (place === null) return null;
  return (
    <span className="badge badge-machine machine-mark" title={t('It acts on {place}.', { place: visible(placeName(place)) })}>
      {visible(shortPlaceName(place))}
    </span>
  );
}

/** The attributes for the edges of a request's card: it waits, and on a real machine it has the colour of these, too. */
export function useCardEdge(): { 'data-edge': 'amber'; 'data-machine'?: true } {
  return useStore($place) === null ? { 'data-edge': 'amber' } : { 'data-edge': 'amber', 'data-machine': true };
}
