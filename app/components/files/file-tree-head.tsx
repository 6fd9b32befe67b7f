import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { $activeTab, $revealedPath } from '../../lib/stores/files.ts';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { IconButton } from '../ui/icon-button.tsx';

export function FileTreeHead({ onNew }: { onNew: (type: 'file' | 'folder') => void }) {
  const reading = useReadingOnly();
  const active = useStore($activeTab);
  return (
    <div className="flex items-center shrink-0 h-36px pr-4px pl-12px line-b-1">
      <h2 className="font-medium">{t('Files')}</h2>
      <span className="flex-1" />
      {active !== null && (
        <IconButton
          icon="i-lucide-crosshair"
          label={t('Reveal the open file')}
          iconSize={14}
          data-command="reveal-file"
          onClick={() => $revealedPath.set(active)}
        />
      )}
      <IconButton
        icon="i-lucide-file-plus"
        label={t('New file')}
        iconSize={14}
        data-command="new-file"
        onClick={() => onNew('file')}
        {...reading}
      />
      <IconButton
        icon="i-lucide-folder-plus"
        label={t('New folder')}
        iconSize={14}
        data-command="new-folder"
        onClick={() => onNew('folder')}
        {...reading}
      />
    </div>
  );
}
