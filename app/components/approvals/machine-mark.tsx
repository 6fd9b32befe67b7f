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

/** The attribute that gives a card the edge of real machines. */
export function useMachineEdge(): { 'data-machine'?: true } {
  return useStore($place) === null ? {} : { 'data-machine': true };
}
