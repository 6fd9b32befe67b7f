import './local-folder.css';
import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { collectFolder } from '../../../lib/project/local-folder/collect-folder.ts';
import { errorMessage } from '../../../lib/protocol/error-message.ts';
import type { Overlay } from '../../page/overlay-context.tsx';
import { folderPicker } from '../../page/ways-in/folder-picker.ts';
import { overlayForFiles } from '../../page/ways-in/import-overlay.ts';
import { pickFiles } from '../../page/ways-in/pick-files.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { ImportDialog } from '../import-dialog.tsx';
import { folderRules, takenText } from './local-folder-text.ts';

interface OpenFolderDialogProps {
  /** Replaces this dialog by another way to open a project. */
  onOverlay: (overlay: Overlay) => void;
  onOpenChange: (isOpen: boolean) => void;
}

/** Explains what opening a folder means before the browser asks for permission, then shows its content, as for any import. */
export function OpenFolderDialog({ onOverlay, onOpenChange }: OpenFolderDialogProps) {
  const [folder, setFolder] = useState<FileSystemDirectoryHandle | null>(null);
  if (folder !== null) return <ChosenFolder folder={folder} onOpenChange={onOpenChange} />;
  return (
    <DialogFrame isOpen onOpenChange={onOpenChange} title={t('Open a folder')} className="picker import-dialog">
      <Words onChosen={setFolder} onUpload={() => pickFiles({ webkitdirectory: true }, (files) => onOverlay(overlayForFiles(files)))} />
    </DialogFrame>
  );
}

function ChosenFolder({ folder, onOpenChange }: { folder: FileSystemDirectoryHandle; onOpenChange: (isOpen: boolean) => void }) {
  const [collect] = useState(() => (signal: AbortSignal) => collectFolder(folder, signal));
  return <ImportDialog collect={collect} folder={folder} onOpenChange={onOpenChange} />;
}

function Words({ onChosen, onUpload }: { onChosen: (folder: FileSystemDirectoryHandle) => void; onUpload: () => void }) {
  const actions = useActions('projects');
  const [why, setWhy] = useState<string | null>(null);
  async function choose() {
    setWhy(null);
    try {
      const folder = await folderPicker()?.({ mode: 'readwrite', id: 'open' });
      if (folder === undefined) return;
      const owner = await actions.projectOfFolder(folder);
      if (owner === null) onChosen(folder);
      else setWhy(takenText(folder.name, owner));
    } catch (error) {
      // A cancelled picker rejects too, which is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        setWhy(t('The folder was not opened: {error}', { error: errorMessage(error) }));
    }
  }
  return (
    <>
      <p>
        {t(
          'The project and the folder on your computer are kept equal: what you and the agent change here is written there, and what other programs change there comes here.',
        )}
      </p>
      <ul className="folder-points">
        {folderRules().map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className="c-text-2">{t('The browser asks next which folder it is, and whether this page may change files in it.')}</p>
      {why !== null && <p role="alert">{why}</p>}
      <div className="card-actions">
        <Button variant="ink" onClick={() => void choose()} autoFocus>
          {t('Choose a folder…')}
        </Button>
        <Button variant="ghost" onClick={onUpload}>
          {t('Upload a copy instead')}
        </Button>
      </div>
    </>
  );
}
