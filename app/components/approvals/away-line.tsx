import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { placeName } from '../../lib/protocol/machines/place-name.ts';
import type { ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { $awayPlace } from '../../lib/stores/other-tab.ts';
import { Icon } from '../ui/icon.tsx';
import { visible } from '../ui/text/visible-name.ts';

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
