import './other-tab-bar.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { Place } from '../../../lib/protocol/machines/place.ts';
import { placeName } from '../../../lib/protocol/machines/place-name.ts';
import { $awayPlace } from '../../../lib/stores/other-tab.ts';
import { $place, $runtime } from '../../../lib/stores/workbench.ts';
import { useOverlay } from '../../page/overlay-context.tsx';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { OTHER_TAB_REASON_ID } from '../../ui/hooks/use-reading-only.ts';

/** Says that the machine of this chat is not connected, what works all the same, and how to continue. */
export function PlaceAwayBar() {
  const away = useStore($awayPlace);
  const place = useStore($place);
  const { status } = useStore($runtime);
  if (away !== null) return <Away key={away.machineId + away.folder} />;
  return place !== null && (status === 'ended' || status === 'failed') ? <Ended place={place} /> : null;
}

/** The chat is open, and its machine has gone meanwhile: unlike one that was opened while it was away, it can be continued in words. */
function Ended({ place }: { place: Place }) {
  const { setOverlay } = useOverlay();
  return (
    <section aria-label={t('Not connected')} className="other-tab-bar place-away-bar">
      <p role="status">
        <strong>{t('{place} is not connected any more.', { place: placeName(place) })}</strong>{' '}
        {t('You can read what is here and chat. Commands, terminals and changes in {folder} need the machine.', { folder: place.folder })}
      </p>
      <Button size={24} onClick={() => setOverlay({ type: 'machine', link: null, place })}>
        {t('Connect…')}
      </Button>
    </section>
  );
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
          'You can read and copy what was last seen here; messages, commands and changes wait. To continue in {folder}, connect it; or copy its files, as last seen, into a project of this browser.',
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
