import { useState } from 'react';
import { projectFileName, saveBlob } from '../../../lib/browser/save-blob.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ExportedSession } from '../../../lib/session-file/session-file-service.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { rich } from '../../ui/text/rich.tsx';
import { SettingRow } from '../setting-row.tsx';

/** Exports the open chat as one file, without the content of secret files unless the user includes it. */
export function SessionExport() {
  const actions = useActions('sessions');
  const [isBusy, setIsBusy] = useState(false);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  async function save(making: Promise<ExportedSession | null>, ending: string): Promise<void> {
    setIsBusy(true);
    const exported = await making;
    if (exported !== null) {
      saveBlob(exported.blob, `${projectFileName($chat.get().title)}${ending}`);
      setLeftOut(exported.withoutSecretsOf);
    }
    setIsBusy(false);
  }
  const saveFile = (withSecrets: boolean) => void save(actions.exportSession(withSecrets), '.devonz.zip');
  return (
    <>
      <SettingRow
        title={t('Export the session')}
        text={t(
          'The whole chat as one file: messages, steps and every version of the files. For a bug report, another browser or a backup. It holds no settings and no keys.',
        )}
        textId="data-session"
      >
        <Button icon="i-lucide-download" isBusy={isBusy} disabled={isBusy} onClick={() => saveFile(false)}>
          {t('Export session')}
        </Button>
      </SettingRow>
      <SettingRow
        title={t('Save the session as a page')}
        text={t(
          'To read: one HTML file that opens offline and plays what happened, moment by moment, with every change of a file. Without keys and passwords.',
        )}
        textId="data-session-page"
      >
        <Button icon="i-lucide-file-play" disabled={isBusy} onClick={() => void save(actions.exportSessionPage(), '.html')}>
          {t('Save as a page')}
        </Button>
      </SettingRow>
      <div role="status" aria-label={t('Session export')}>
        {leftOut.length > 0 && (
          <div className="notice-line c-text-2">
            <p>
              {rich('Left out, since they hold keys or passwords, and taken out wherever they were printed: the contents of {files}.', {
                files: <span className="mono">{leftOut.join(', ')}</span>,
              })}
            </p>
            <Button variant="ghost" disabled={isBusy} onClick={() => saveFile(true)}>
              {t('Export with them')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
