import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { errorMessage } from '../../../lib/protocol/error-message.ts';
import { folderPicker } from '../../page/ways-in/folder-picker.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { connectText, folderRules, takenText } from './local-folder-text.ts';

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
      <p>
        {t(
          'The open project and a folder on your computer are kept equal from now on, both ways. What only one of them has comes to the other; where both have another version of a file, you choose.',
        )}
      </p>
      <ul className="folder-points">
        {folderRules().map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className={chosen === null ? 'c-text-2' : ''} role="status">
        {pick === null
          ? t('This browser lets no page keep a folder. In Chrome and Edge it does; here the project can be exported as a zip.')
          : chosen === null
            ? t(
                'The browser asks which folder it is, and whether this page may change files in it. Nothing is copied before you have seen what is in it.',
              )
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
            {t('Connect the folder')}
          </Button>
        )}
        {pick !== null && (
          <Button variant={chosen === null ? 'ink' : 'ghost'} onClick={() => void choose()} autoFocus={chosen === null}>
            {chosen === null ? t('Choose a folder…') : t('Choose another…')}
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
