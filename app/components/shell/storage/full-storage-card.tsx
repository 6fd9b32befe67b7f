import './full-storage-card.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $fullStorage, $storageUse } from '../../../lib/stores/storage.ts';
import { useOverlay } from '../../page/overlay-context.tsx';
import { useExport } from '../../page/use-export.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';

/** Says that the storage is full, and offers ways to free some. Disappears by itself when there is space again. */
export function FullStorageCard() {
  const full = useStore($fullStorage);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const { setOverlay } = useOverlay();
  const { isExporting, exportZip } = useExport();
  const actions = useActions('storage');
  const packages = useStore($storageUse)?.packages ?? null;
  const [isClearing, setIsClearing] = useState(false);
  const [isFolded, setIsFolded] = useState(false);
  const isFull = full !== null;
  useEffect(() => {
    // The measured sizes are shown on the button.
    if (isFull) void actions.measureStorage();
  }, [isFull, actions]);
  async function clear(): Promise<void> {
    setIsClearing(true);
    await actions.clearCaches();
    setIsClearing(false);
  }
  if (full === null) return null;
  const fold = (
    <Button size={24} variant="ghost" aria-expanded={!isFolded} onClick={() => setIsFolded(!isFolded)}>
      {isFolded ? t('Show more') : t('Show less')}
    </Button>
  );
  const card = { role: 'alert', 'aria-label': t('Storage is full'), tabIndex: -1, className: 'full-storage-card' };
  // Folded, it leaves the page below it accessible.
  if (isFolded)
    return (
      <section {...card} data-full-storage data-folded>
        <strong>{t('Storage is full.')}</strong>
        {fold}
      </section>
    );
  return (
    <section {...card} data-full-storage>
      <p>
        <strong>{t('Storage is full.')}</strong>{' '}
        {full.usage !== null &&
          full.quota !== null &&
          `${t('{usage} of {quota} MB are used.', { usage: megabytes(full.usage), quota: megabytes(full.quota) })} `}
        {t(
          'Nothing is lost: what you typed is still here, and the agent waits where it is. Delete chats that you no longer need, clear caches, or make room on the disk: it continues by itself.',
        )}
      </p>
      <div className="flex flex-wrap gap-8px">
        <Button size={24} onClick={() => setOverlay({ type: 'chats' })}>
          {t('Delete chats…')}
        </Button>
        <Button size={24} disabled={isClearing} isBusy={isClearing} onClick={() => void clear()}>
          {packages === null || packages === 0 ? t('Clear caches') : t('Clear caches ({size} MB)', { size: megabytes(packages) })}
        </Button>
        {chatId !== null && (
          <Button size={24} disabled={isExporting} onClick={() => void exportZip()}>
            {t('Export this project')}
          </Button>
        )}
        <Button size={24} variant="ghost" onClick={() => void actions.lookForRoom()}>
          {t('Try again')}
        </Button>
        {fold}
      </div>
    </section>
  );
}

function megabytes(bytes: number): string {
  return numberText(Math.round(bytes / 1_000_000));
}
