import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { ReadSession } from '../../../lib/session-file/session-file-service.ts';
import { useOverlay } from '../../page/overlay-context.tsx';
import { useActions } from '../../page/workbench-context.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { FoundSession } from '../../ui/sessions/found-session.tsx';
import { SettingRow } from '../setting-row.tsx';

/** Imports a session file as a new chat. Its content is shown before anything is imported. */
export function SessionImport() {
  const actions = useActions('sessions');
  const navigate = useNavigate();
  const { setOverlay } = useOverlay();
  const [isBusy, setIsBusy] = useState(false);
  const [read, setRead] = useState<ReadSession | null>(null);

  async function choose(file: File): Promise<void> {
    setIsBusy(true);
    setRead(await actions.readSessionFile(file));
    setIsBusy(false);
  }
  async function take(isTrusted: boolean): Promise<void> {
    setIsBusy(true);
    const chatId = await read?.import(isTrusted);
    setIsBusy(false);
    if (chatId === null || chatId === undefined) return;
    setRead(null);
    setOverlay({ type: 'none' });
    navigate(`/chat/${chatId}`);
  }
  return (
    <>
      <SettingRow
        title={t('Import a session')}
        text={t(
          'From an exported session. It becomes a chat with a project of its own; nothing here is changed by it. The page /replay runs one again without a model and says what differs.',
        )}
        textId="session-import"
      >
        <FileButton
          icon="i-lucide-upload"
          field={t('Session file')}
          accept=".zip,application/zip"
          isBusy={isBusy}
          disabled={isBusy}
          onFile={(file) => void choose(file)}
        >
          {t('Import session')}
        </FileButton>
      </SettingRow>
      <div role="status" aria-label={t('Session import')}>
        {read !== null && (
          <FoundSession read={read} isBusy={isBusy} onTake={(isTrusted) => void take(isTrusted)} onCancel={() => setRead(null)} />
        )}
      </div>
    </>
  );
}
