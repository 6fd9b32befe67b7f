import './other-tab-bar.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { placeName } from '../../../lib/protocol/machines/place-name.ts';
import { $awayPlace } from '../../../lib/stores/other-tab.ts';
import { useOverlay } from '../../page/overlay-context.tsx';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { OTHER_TAB_REASON_ID } from '../../ui/hooks/use-reading-only.ts';

/** Says that the machine of this chat is not connected, and how to continue. */
export function PlaceAwayBar() {
  const place = useStore($awayPlace);
  return place === null ? null : <Away key={place.machineId + place.folder} />;
}

function Away() {
  const { setOverlay } = useOverlay();
  const actions = useActions('machines');
  const place = useStore($awayPlace);
  const [isCopying, setIsCopying] = useState(false);
  if (place === null) return null;
  const copy = async () => {
    setIsCopying(true);
    await actions.copyToBrowser();
    setIsCopying(false);
  };
  return (
    <section aria-label={t('Not connected')} className="other-tab-bar place-away-bar">
      <p role="status" id={OTHER_TAB_REASON_ID}>
        <strong>{t('{place} is not connected.', { place: placeName(place) })}</strong>{' '}
        {t(
          'You can read and copy here. To continue in {folder}, connect it; or copy its files, as last seen, into a project of this browser.',
          {
            folder: place.folder,
          },
        )}
      </p>
      <Button size={24} onClick={() => setOverlay({ type: 'machine', link: null, place })}>
        {t('Connect…')}
      </Button>
      <Button size={24} isBusy={isCopying} disabled={isCopying} onClick={() => void copy()}>
        {t('Copy into this browser')}
      </Button>
    </section>
  );
}
