import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $isFolderShown, $localFolder } from '../../../lib/stores/local-folder.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { folderState } from './local-folder-text.ts';

/** In the status line: the folder that the project is synchronised with, and its state. */
export function FolderStatus() {
  const folder = useStore($localFolder);
  const actions = useActions('projects');
  if (folder.status === 'none') return null;
  const { text, tone } = folderState(folder);
  const name = visibleName(folder.name);
  return (
    <>
      <button
        type="button"
        className="status-button"
        aria-label={t('Folder {name}: {text}', { name, text })}
        title={folder.status === 'paused' ? folder.why : (folder.trouble ?? undefined)}
        onClick={() => $isFolderShown.set(true)}
      >
        <Icon name={tone === 'busy' ? 'i-lucide-folder-sync' : 'i-lucide-folder-symlink'} size={12} />
        <span className="truncate max-w-160px">{name}</span>
        <span className={tone === 'asks' ? 'c-yellow' : 'c-text-3'}>{text}</span>
      </button>
      {folder.status === 'paused' && (
        <button type="button" className="status-button" onClick={() => void actions.reconnectFolder()}>
          {t('Reconnect')}
        </button>
      )}
    </>
  );
}
