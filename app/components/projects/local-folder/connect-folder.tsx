import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { errorMessage } from '../../../lib/protocol/error-message.ts';
import { folderPicker } from '../../page/ways-in/folder-picker.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { CONNECT_FOLDER_TEXT, connectText, OPEN_FOLDER_TEXT, takenText } from './local-folder-text.ts';

interface ChosenFolder {
  handle: FileSystemDirectoryHandle;
  /** Names of the entries directly in it. */
  names: readonly string[];
}

/** Explains the synchronisation of the open project with a folder, then shows the folder's content before anything is copied. */
export function ConnectFolder({ onClose }: { onClose: () => void }) {
  const actions = useActions('projects');
  const [chosen, setChosen] = useState<ChosenFolder | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const pick = folderPicker();
  async function choose() {
    setWhy(null);
    try {
      const handle = await pick?.({ mode: 'readwrite', id: 'connect' });
      if (handle === undefined) return;
      const owner = await actions.projectOfFolder(handle);
      if (owner !== null) setWhy(takenText(handle.name, owner));
      else setChosen({ handle, names: await namesIn(handle) });
    } catch (error) {
      // A cancelled picker rejects too, which is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        setWhy(t('The folder was not connected: {error}', { error: errorMessage(error) }));
    }
  }
  return (
    <>
      <p>{CONNECT_FOLDER_TEXT.what()}</p>
      <ul className="folder-points">
        {OPEN_FOLDER_TEXT.points.map((point) => (
          <li key={point()}>{point()}</li>
        ))}
      </ul>
      <p className={chosen === null ? 'c-text-2' : ''} role="status">
        {pick === null
          ? CONNECT_FOLDER_TEXT.none()
          : chosen === null
            ? CONNECT_FOLDER_TEXT.ask()
            : connectText(visibleName(chosen.handle.name), chosen.names.map(visibleName))}
      </p>
      {why !== null && <p role="alert">{why}</p>}
      <div className="card-actions">
        {chosen !== null && (
          <Button
            variant="ink"
            onClick={() => void actions.connectFolder(chosen.handle, { withIgnored: false, isBroughtIn: false })}
            autoFocus
          >
            {CONNECT_FOLDER_TEXT.connect()}
          </Button>
        )}
        {pick !== null && (
          <Button variant={chosen === null ? 'ink' : 'ghost'} onClick={() => void choose()} autoFocus={chosen === null}>
            {chosen === null ? CONNECT_FOLDER_TEXT.choose() : CONNECT_FOLDER_TEXT.another()}
          </Button>
        )}
        <Button variant="ghost" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </>
  );
}

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names.sort();
}
