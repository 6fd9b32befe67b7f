import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { saveBlob } from '../../../lib/browser/save-blob.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { useExport } from '../../page/use-export.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { SettingRow } from '../setting-row.tsx';
import { SessionExport } from './session-export.tsx';

/** The export and deletion of the open chat and its project. */
export function ChatData() {
  const actions = useActions('chat');
  const { chatId, title } = useStore($chat, { keys: ['chatId', 'title'] });
  const { isExporting, exportZip } = useExport();
  const [asks, setAsks] = useState(false);
  async function exportApprovals() {
    const log = await actions.exportApprovals();
    if (log !== null) saveBlob(new Blob([log], { type: 'application/x-ndjson' }), 'devonz-approvals.jsonl');
  }
  if (chatId === null) return <p className="c-text-3">{t('Open a chat to export its project or to delete it.')}</p>;
  return (
    <>
      <SettingRow title={t('Export the project')} text={t('All files except installed packages, as a zip.')} textId="data-export">
        <Button icon="i-lucide-download" isBusy={isExporting} disabled={isExporting} onClick={() => void exportZip()}>
          {t('Export as zip')}
        </Button>
      </SettingRow>
      <SessionExport />
      <SettingRow
        title={t('Export the approvals')}
        text={t(
          'What you were asked in this chat, what you answered and what came of it: a line each, chained by hashes, so that a change shows.',
        )}
        textId="data-approvals"
      >
        <Button icon="i-lucide-download" onClick={() => void exportApprovals()}>
          {t('Export the log')}
        </Button>
      </SettingRow>
      <SettingRow
        title={t('Delete this chat')}
        text={t('“{title}” with its messages and files. This cannot be undone.', { title: title || t('Untitled') })}
        textId="data-delete"
      >
        {asks ? (
          <div className="flex gap-2">
            <Button variant="danger" onClick={() => void actions.deleteChat(chatId).then(() => setAsks(false))}>
              {t('Delete the chat')}
            </Button>
            <Button variant="ghost" onClick={() => setAsks(false)}>
              {t('Keep it')}
            </Button>
          </div>
        ) : (
          <Button variant="danger" onClick={() => setAsks(true)}>
            {t('Delete…')}
          </Button>
        )}
      </SettingRow>
    </>
  );
}
