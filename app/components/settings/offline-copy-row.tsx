import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $offlineCopy, type OfflineCopy } from '../../lib/stores/offline/offline-copy.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { OFFLINE_COPY_TEXT as TEXT } from './offline-copy-text.ts';
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
    <SettingRow title={TEXT.title()} text={textOf(copy)} textId="data-offline" lines={LINES}>
      <div className="flex flex-wrap gap-2">
        {copy.status === 'ready' && copy.hasNewer && <Button onClick={() => void actions.reloadToNewer()}>{TEXT.reload()}</Button>}
        {copy.status === 'ready' && (
          <Button aria-describedby="data-offline" disabled={isBusy} onClick={() => during(actions.removeOfflineCopy())}>
            {TEXT.remove()}
          </Button>
        )}
        {copy.status !== 'ready' && copy.status !== 'impossible' && (
          <Button
            aria-describedby="data-offline"
            disabled={isBeingMade}
            isBusy={isBeingMade}
            onClick={() => during(actions.keepOfflineCopy())}
          >
            {TEXT.make()}
          </Button>
        )}
      </div>
    </SettingRow>
  );
}

function textOf(copy: OfflineCopy): string {
  switch (copy.status) {
    case 'ready':
      return copy.hasNewer ? TEXT.newer() : TEXT.ready(`${Math.round(copy.bytes / 1_000_000)} MB`);
    case 'none':
      return TEXT.none[copy.why]();
    case 'failed':
      return TEXT.failed[copy.reason]();
    case 'making':
      return TEXT.making();
    case 'impossible':
      return TEXT.impossible();
  }
}
