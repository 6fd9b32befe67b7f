import './full-storage-card.css';
import { useStore } from '@nanostores/react';
import { $chat } from '../../../lib/stores/chat.ts';
import { $fullStorage } from '../../../lib/stores/storage.ts';
import { Button } from '../../ui/button.tsx';
import { useExport } from '../hooks/use-export.ts';
import { useShell } from '../shell-context.tsx';

/** Says that nothing more can be kept, and what helps. It goes by itself when there is room. */
export function FullStorageCard() {
  const full = useStore($fullStorage);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const { setOverlay } = useShell();
  const { isExporting, exportZip } = useExport();
  if (full === null) return null;
  return (
    <section role="alert" aria-label="Storage is full" className="full-storage-card">
      <p>
        <strong>Storage is full.</strong> {figures(full.usage, full.quota)}What you typed is still here. Delete chats that you no longer
        need, or make room on the disk: Devonz tries again by itself.
      </p>
      <div className="flex gap-8px">
        <Button size={24} onClick={() => setOverlay({ type: 'chats' })}>
          Delete chats…
        </Button>
        {chatId !== null && (
          <Button size={24} disabled={isExporting} onClick={() => void exportZip()}>
            Export this project
          </Button>
        )}
      </div>
    </section>
  );
}

function figures(usage: number | null, quota: number | null): string {
  if (usage === null || quota === null) return '';
  const megabytes = (bytes: number) => Math.round(bytes / 1_000_000).toLocaleString('en');
  return `${megabytes(usage)} of ${megabytes(quota)} MB are used. `;
}
