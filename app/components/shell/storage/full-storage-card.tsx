import './full-storage-card.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $chat } from '../../../lib/stores/chat.ts';
import { $fullStorage, $storageUse } from '../../../lib/stores/storage.ts';
import { Button } from '../../ui/button.tsx';
import { useExport } from '../hooks/use-export.ts';
import { useShell } from '../shell-context.tsx';
import { useActions } from '../workbench/workbench-context.tsx';

/** Says that nothing more can be kept, and what helps. It goes by itself when there is room. */
export function FullStorageCard() {
  const full = useStore($fullStorage);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const { setOverlay } = useShell();
  const { isExporting, exportZip } = useExport();
  const actions = useActions('storage');
  const packages = useStore($storageUse)?.packages ?? null;
  const [isClearing, setIsClearing] = useState(false);
  const isFull = full !== null;
  useEffect(() => {
    // Its figures are on the button.
    if (isFull) void actions.measureStorage();
  }, [isFull, actions]);
  async function clear(): Promise<void> {
    setIsClearing(true);
    await actions.clearCaches();
    setIsClearing(false);
  }
  if (full === null) return null;
  return (
    <section role="alert" aria-label="Storage is full" data-full-storage tabIndex={-1} className="full-storage-card">
      <p>
        <strong>Storage is full.</strong> {figures(full.usage, full.quota)}Nothing is lost: what you typed is still here, and the agent
        waits where it is. Delete chats that you no longer need, clear caches, or make room on the disk: it continues by itself.
      </p>
      <div className="flex flex-wrap gap-8px">
        <Button size={24} onClick={() => setOverlay({ type: 'chats' })}>
          Delete chats…
        </Button>
        <Button size={24} disabled={isClearing} isBusy={isClearing} onClick={() => void clear()}>
          {packages === null || packages === 0 ? 'Clear caches' : `Clear caches (${megabytes(packages)} MB)`}
        </Button>
        {chatId !== null && (
          <Button size={24} disabled={isExporting} onClick={() => void exportZip()}>
            Export this project
          </Button>
        )}
        <Button size={24} variant="ghost" onClick={() => void actions.lookForRoom()}>
          Try again
        </Button>
      </div>
    </section>
  );
}

function megabytes(bytes: number): string {
  return Math.round(bytes / 1_000_000).toLocaleString('en');
}

function figures(usage: number | null, quota: number | null): string {
  if (usage === null || quota === null) return '';
  return `${megabytes(usage)} of ${megabytes(quota)} MB are used. `;
}
