import './projects.css';
import { useNavigate } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import type { ReadSession } from '../../lib/session-file/session-file-service.ts';
import { useActions } from '../page/workbench-context.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';
import { FoundSession } from '../ui/sessions/found-session.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface SessionDialogProps {
  file: Blob;
  onOpenChange: (isOpen: boolean) => void;
}

/** A session file that was dropped on the window or chosen as a zip: shows its content, then imports it as a new chat. */
export function SessionDialog({ file, onOpenChange }: SessionDialogProps) {
  const actions = useActions('sessions');
  const navigate = useNavigate();
  // A dialog handles one file; if it cannot be read, a notice gives the reason.
  const [close] = useState(() => () => onOpenChange(false));
  const [read, setRead] = useState<ReadSession | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void actions.readSessionFile(file).then((found) => {
      if (!isCurrent) return;
      if (found === null) close();
      else setRead(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [actions, file, close]);
  async function take(isTrusted: boolean): Promise<void> {
    setIsBusy(true);
    const chatId = await read?.import(isTrusted);
    close();
    if (chatId !== null && chatId !== undefined) navigate(`/chat/${chatId}`);
  }
  return (
    <DialogFrame isOpen onOpenChange={onOpenChange} title={t('Import a session')} className="picker import-dialog">
      {read === null ? (
        <p role="status" className="flex items-center gap-8px c-text-2">
          <Spinner /> {t('Reading the session…')}
        </p>
      ) : (
        <FoundSession read={read} isBusy={isBusy} onTake={(isTrusted) => void take(isTrusted)} onCancel={close} />
      )}
    </DialogFrame>
  );
}
