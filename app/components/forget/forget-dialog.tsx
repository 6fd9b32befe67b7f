import './forget-dialog.css';
import { useStore } from '@nanostores/react';
import { type FormEvent, useId, useState } from 'react';
import { projectFileName, saveBlob } from '../../lib/browser/save-blob.ts';
import { leaveForDeletion } from '../../lib/forget/page-census.ts';
import { t } from '../../lib/i18n/t.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { useReadiness, useWorkbenchActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';
import { rich } from '../ui/text/rich.tsx';
import { useKeptList } from './use-kept-list.ts';

interface ForgetDialogProps {
  onOpenChange: (isOpen: boolean) => void;
  /** Stops this page and starts the deletion. */
  onForget?: () => void;
}

/** Lists everything that is kept in this browser, and deletes it after the user has typed a word. Works even if nothing else does. */
export function ForgetDialog({ onOpenChange, onForget = () => leaveForDeletion(window, 'here') }: ForgetDialogProps) {
  const kept = useKeptList();
  const field = useId();
  const [typed, setTyped] = useState('');
  const word = t('delete');
  const isMeant = typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isMeant) onForget();
  }
  return (
    <DialogFrame isOpen onOpenChange={onOpenChange} title={t('Delete everything?')} className="forget-dialog">
      <p className="c-text-2">{t('All that Devonz keeps in this browser is deleted, and cannot be brought back:')}</p>
      <ul className="forget-list" aria-label={t('What is deleted')}>
        {kept.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="c-text-2">
        {t(
          'What runs is stopped, in other tabs as well. A folder of your disk that a project is connected with stays as it is, and so do files that you have exported.',
        )}
      </p>
      <CopyFirst />
      <form onSubmit={submit}>
        <label htmlFor={field} className="block pt-3 pb-1">
          {rich('Type {word} to delete everything.', { word: <strong className="mono">{word}</strong> })}
        </label>
        <input
          id={field}
          className="field"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="card-actions">
          <Button type="submit" variant="danger" disabled={!isMeant}>
            {t('Delete everything')}
          </Button>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}

/** Offers exports before the deletion, if the services for them are available. */
function CopyFirst() {
  const { settings, sessions } = useWorkbenchActions();
  const { chatId, title } = useStore($chat, { keys: ['chatId', 'title'] });
  const { state } = useReadiness();
  const [isBusy, setIsBusy] = useState(false);
  if (state !== 'ready') return null;
  const during = async (work: () => Promise<void>) => {
    setIsBusy(true);
    await work().finally(() => setIsBusy(false));
  };
  const saveSettings = async () =>
    saveBlob(new Blob([await settings.settingsAsToml()], { type: 'application/toml' }), 'devonz-settings.toml');
  const saveSession = async () => {
    const exported = await sessions.exportSession(false);
    if (exported !== null) saveBlob(exported.blob, `${projectFileName(title)}.devonz.zip`);
  };
  return (
    <>
      <p className="c-text-2 pt-3">
        {chatId === null
          ? t('Save a copy first of what you need: open a chat and export its session or its project in Settings, Data.')
          : t('Save a copy first of what you need. Other chats and projects are exported when they are open.')}
      </p>
      <div className="flex flex-wrap gap-2 pt-2">
        {chatId !== null && (
          <Button icon="i-lucide-download" disabled={isBusy} isBusy={isBusy} onClick={() => void during(saveSession)}>
            {t('Export session')}
          </Button>
        )}
        <Button icon="i-lucide-download" disabled={isBusy} onClick={() => void during(saveSettings)}>
          {t('Export settings')}
        </Button>
      </div>
    </>
  );
}
