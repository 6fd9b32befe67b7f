import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { placeName } from '../../../lib/protocol/machines/place-name.ts';
import { $place } from '../../../lib/stores/workbench.ts';

/** Names the machine whose settings are below, or says how to get to them. */
export function MachineHeading() {
  const place = useStore($place);
  return (
    <>
      <h3 className="side-heading pt-5">{t('Projects on a real machine')}</h3>
      <p className="text-sm c-text-3">
        {place === null
          ? t('Nothing runs unasked on a machine by default. Each machine has settings of its own: open a chat there to change them.')
          : t('For {place} alone: other machines keep their own, and nothing runs unasked there by default.', { place: placeName(place) })}
      </p>
    </>
  );
}
