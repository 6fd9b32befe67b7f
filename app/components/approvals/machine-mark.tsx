import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { placeName } from '../../lib/protocol/machines/place-name.ts';
import { shortPlaceName } from '../../lib/protocol/machines/short-place-name.ts';
import type { ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { $awayPlace } from '../../lib/stores/other-tab.ts';
import { $place } from '../../lib/stores/workbench.ts';
import { Icon } from '../ui/icon.tsx';
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

/** Says that a request waits for its machine, and what the shown change was read from. Nothing is shown while the machine is connected. */
export function AwayLine({ subject }: Pick<ApprovalRequest, 'subject'>) {
  const away = useStore($awayPlace);
  if (away === null) return null;
  const place = visible(placeName(away));
  return (
    <p className="why">
      <Icon name="i-lucide-unplug" size={16} className="c-yellow" />
      <span className="wrap-anywhere">
        <strong>{t('{place} is not connected.', { place })}</strong>{' '}
        {subject.kind === 'file_create' || subject.kind === 'file_modify'
          ? t(
              'The change is shown by the files as last seen here. Once the machine is connected, it is read again there and can be answered.',
            )
          : t('It can be answered once the machine is connected.')}
      </span>
    </p>
  );
}
