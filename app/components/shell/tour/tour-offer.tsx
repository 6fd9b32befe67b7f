import { useStore } from '@nanostores/react';
import { createPortal } from 'react-dom';
import { $isTourOpen } from '../../../lib/help/tour-request.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $chats } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions, useReadiness } from '../../page/workbench-context.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** Shown on the start page until there is a chat or the user has accepted or declined the tour. Otherwise nothing is rendered. */
export function TourOffer() {
  const actions = useActions('settings');
  const isReady = useReadiness().state === 'ready';
  const { tour } = useStore($settings, { keys: ['tour'] });
  const isNew = useStore($chats).length === 0 && tour === 'new';
  const place = isReady && isNew ? document.querySelector('#tour-offer') : null;
  if (place === null) return null;
  return createPortal(
    <>
      {` ${t('New here?')} `}
      <button type="button" className="underline cursor-pointer c-text-1" onClick={() => $isTourOpen.set(true)}>
        {t('Take the tour (3 steps)')}
      </button>
      <IconButton
        icon="i-lucide-x"
        iconSize={12}
        label={t('Do not offer the tour again')}
        className="tour-dismiss"
        onClick={() => actions.updateSettings({ tour: 'done' })}
      />
    </>,
    place,
  );
}
