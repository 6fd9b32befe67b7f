import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $offlineCopy, type OfflineCopy } from '../../lib/stores/offline/offline-copy.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { SettingRow } from './setting-row.tsx';

/** The number of lines of the longest text, beside its button. */
const LINES = 3;

/** The row for the offline copy: whether it exists, its size, and how to change it. */
export function OfflineCopyRow() {
  const actions = useActions('storage');
  const copy = useStore($offlineCopy);
  const [isBusy, setIsBusy] = useState(false);
  const during = (work: Promise<void>) => {
    setIsBusy(true);
    void work.finally(() => setIsBusy(false));
  };
  const isBeingMade = isBusy || copy.status === 'making';
  return (
    <SettingRow title={t('Open without a network')} text={textOf(copy)} textId="data-offline" lines={LINES}>
      <div className="flex flex-wrap gap-2">
        {copy.status === 'ready' && copy.hasNewer && <Button onClick={() => void actions.reloadToNewer()}>{t('Reload')}</Button>}
        {copy.status === 'ready' && (
          <Button aria-describedby="data-offline" disabled={isBusy} onClick={() => during(actions.removeOfflineCopy())}>
            {t('Remove the offline copy')}
          </Button>
        )}
        {copy.status !== 'ready' && copy.status !== 'impossible' && (
          <Button
            aria-describedby="data-offline"
            disabled={isBeingMade}
            isBusy={isBeingMade}
            onClick={() => during(actions.keepOfflineCopy())}
          >
            {t('Keep a copy')}
          </Button>
        )}
      </div>
    </SettingRow>
  );
}

const NONE: Readonly<Record<Extract<OfflineCopy, { status: 'none' }>['why'], () => string>> = {
  soon: () => t('A copy of the app and its runtime is made soon, when nothing else is loading.'),
  'data-saver': () => t('No copy is made by itself while this browser saves data. It takes about 22 MB.'),
  'no-room': () => t('There is too little room for a copy. Clear caches, or delete chats that you no longer need.'),
  removed: () => t('There is no copy: the app opens only while its server can be reached.'),
  'server-away': () => t('A copy is made when the server can be reached again.'),
};
const FAILED: Readonly<Record<Extract<OfflineCopy, { status: 'failed' }>['reason'], () => string>> = {
  'no-room': () => t('The copy was not made: this browser gives it no room. What was kept before is unchanged.'),
  'not-whole': () =>
    t('The copy was not made: the server did not give all of it, as while it is being updated. It is tried again at the next start.'),
  refused: () => t('The server keeps no copies in browsers.'),
  unknown: () => t('The copy was not made. It is tried again at the next start.'),
};

function textOf(copy: OfflineCopy): string {
  switch (copy.status) {
    case 'ready':
      return copy.hasNewer
        ? t('A newer version is kept and ready; a reload brings it.')
        : t(
            'The app and its runtime are kept in this browser ({size}): chats, files, editor, terminals, previews opened before and models on this computer work without a network.',
            { size: `${Math.round(copy.bytes / 1_000_000)} MB` },
          );
    case 'none':
      return NONE[copy.why]();
    case 'failed':
      return FAILED[copy.reason]();
    case 'making':
      return t('The app and its runtime are being kept in this browser…');
    case 'impossible':
      return t('This browser cannot keep one here: it has no service workers in this window.');
  }
}
