import './local-folder.css';
import { useStore } from '@nanostores/react';
import { numberText } from '../../../lib/i18n/number-text.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import {
  $folderConflict,
  $isFolderShown,
  $localFolder,
  type ConnectedFolderState,
  type LocalFolder,
} from '../../../lib/stores/local-folder.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { rich } from '../../ui/text/rich.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { ConflictList } from './conflict-list.tsx';
import { ConflictView } from './conflict-view.tsx';
import { ConnectFolder } from './connect-folder.tsx';
import { deletionsText, folderState } from './local-folder-text.ts';

/** The folder that the project is synchronised with: its state, open questions, and disconnecting. Without a folder, connecting one. */
export function FolderDialog() {
  const folder = useStore($localFolder);
  const shown = useStore($folderConflict);
  const close = () => {
    $isFolderShown.set(false);
    $folderConflict.set(null);
  };
  if (folder.status === 'none')
    return (
      <DialogFrame isOpen onOpenChange={(isOpen) => !isOpen && close()} title={t('Connect a folder')} className="picker import-dialog">
        <ConnectFolder onClose={close} />
      </DialogFrame>
    );
  return (
    <DialogFrame
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={shown === null ? t('Folder “{name}”', { name: visibleName(folder.name) }) : visibleName(shown.conflict.path)}
      className={`picker folder-dialog ${shown === null ? '' : 'folder-dialog-wide'}`}
    >
      {shown !== null ? (
        <ConflictView shown={shown} />
      ) : folder.status === 'paused' ? (
        <Paused folder={folder} onClose={close} />
      ) : (
        <Connected folder={folder} onClose={close} />
      )}
    </DialogFrame>
  );
}

function Paused({ folder, onClose }: { folder: Extract<LocalFolder, { status: 'paused' }>; onClose: () => void }) {
  const actions = useActions('projects');
  return (
    <>
      <p className="c-text-2">{folder.why}</p>
      <p className="c-text-2">
        {t(
          'Nothing was lost: the project is here and the folder is on your disk. Reconnected, both are compared, and what has changed on one side comes to the other.',
        )}
      </p>
      <div className="card-actions">
        <Button variant="ink" onClick={() => void actions.reconnectFolder()} autoFocus>
          {t('Reconnect the folder')}
        </Button>
        <Disconnect onClose={onClose} />
      </div>
    </>
  );
}

function Connected({ folder, onClose }: { folder: ConnectedFolderState; onClose: () => void }) {
  const actions = useActions('projects');
  const { conflicts, deletions, left, trouble, comparedAt } = folder;
  const { text } = folderState(folder);
  return (
    <div className="flex flex-col gap-14px min-h-0 scroll">
      <p role="status" className="flex items-center gap-8px">
        <span className="font-500">{text.charAt(0).toUpperCase() + text.slice(1)}</span>
        {comparedAt !== null && (
          <span className="c-text-3 text-sm">{rich('compared {when}', { when: <RelativeTime at={comparedAt} /> })}</span>
        )}
      </p>
      {trouble !== null && <p role="alert">{trouble}</p>}
      {deletions.map(({ from, paths }) => (
        <Deletions key={from} from={from} paths={paths} />
      ))}
      {conflicts.length > 0 && <ConflictList conflicts={conflicts} />}
      {left.length > 0 && <Left left={left} />}
      <div className="card-actions">
        <Button icon="i-lucide-refresh-cw" onClick={() => void actions.compareFolder()}>
          {t('Compare now')}
        </Button>
        <Disconnect onClose={onClose} />
      </div>
    </div>
  );
}

function Disconnect({ onClose }: { onClose: () => void }) {
  const actions = useActions('projects');
  return (
    <Button
      variant="ghost"
      title={t('The project and the folder both stay as they are, and no longer follow each other')}
      onClick={() => {
        onClose();
        void actions.disconnectFolder();
      }}
    >
      {t('Disconnect')}
    </Button>
  );
}

const SHOWN = 5;

function Deletions({ from, paths }: { from: 'project' | 'disk'; paths: readonly string[] }) {
  const actions = useActions('projects');
  const more = paths.length - SHOWN;
  const names = paths.slice(0, SHOWN).map(visibleName).join(', ');
  return (
    <section className="folder-question" aria-label={t('Deletions')}>
      <p className="font-500">{deletionsText(from, paths.length)}</p>
      <p className="mono text-sm c-text-2 wrap-anywhere">
        {more > 0 ? t('{names} and {more} more', { names, more: numberText(more) }) : names}
      </p>
      <div className="flex flex-wrap gap-8px">
        <Button variant="danger" size={24} onClick={() => void actions.answerDeletions(from, 'delete')}>
          {from === 'project' ? t('Delete them in the project too') : t('Delete them in the folder too')}
        </Button>
        <Button size={24} onClick={() => void actions.answerDeletions(from, 'bring-back')}>
          {t('Bring them back')}
        </Button>
      </div>
    </section>
  );
}

function Left({ left }: { left: readonly { path: string; why: string }[] }) {
  return (
    <details className="left-out">
      <summary>{plural(left.length, { one: '{count} file is not in step', other: '{count} files are not in step' })}</summary>
      <ul aria-label={t('Not in step')}>
        {left.map(({ path, why }) => (
          <li key={path}>
            <span className="mono text-sm wrap-anywhere">{visibleName(path)}</span>
            <span className="block c-text-3 text-sm">{why}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
