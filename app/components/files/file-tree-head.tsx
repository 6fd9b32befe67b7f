import { useStore } from '@nanostores/react';
import { $activeTab, $revealedPath } from '../../lib/stores/files.ts';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { FILE_TREE_TEXT as TEXT } from './file-tree-text.ts';

export function FileTreeHead({ onNew }: { onNew: (type: 'file' | 'folder') => void }) {
  const reading = useReadingOnly();
  const active = useStore($activeTab);
  return (
    <div className="flex items-center shrink-0 h-36px pr-4px pl-12px line-b-1">
      <h2 className="font-medium">{TEXT.title()}</h2>
      <span className="flex-1" />
      {active !== null && (
        <IconButton
          icon="i-lucide-crosshair"
          label={TEXT.reveal()}
          iconSize={14}
          data-command="reveal-file"
          onClick={() => $revealedPath.set(active)}
        />
      )}
      <IconButton
        icon="i-lucide-file-plus"
        label={TEXT.newFile()}
        iconSize={14}
        data-command="new-file"
        onClick={() => onNew('file')}
        {...reading}
      />
      <IconButton
        icon="i-lucide-folder-plus"
        label={TEXT.newFolder()}
        iconSize={14}
        data-command="new-folder"
        onClick={() => onNew('folder')}
        {...reading}
      />
    </div>
  );
}
