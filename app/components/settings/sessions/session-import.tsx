import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import type { ReadSession } from '../../../lib/session-file/session-file-service.ts';
import { useShell } from '../../shell/shell-context.tsx';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { SettingRow } from '../setting-row.tsx';

/** A session file becomes a chat of its own; what is in it is shown before anything is taken over. */
export function SessionImport() {
  const actions = useActions('sessions');
  const navigate = useNavigate();
  const { setOverlay } = useShell();
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
        title="Import a session"
        text="From an exported session. It becomes a chat with a project of its own; nothing here is changed by it. The page /replay runs one again without a model and says what differs."
        textId="session-import"
      >
        <FileButton
          icon="i-lucide-upload"
          field="Session file"
          accept=".zip,application/zip"
          isBusy={isBusy}
          disabled={isBusy}
          onFile={(file) => void choose(file)}
        >
          Import session
        </FileButton>
      </SettingRow>
      <div role="status" aria-label="Session import">
        {read !== null && <Found read={read} isBusy={isBusy} onTake={(isTrusted) => void take(isTrusted)} onCancel={() => setRead(null)} />}
      </div>
    </>
  );
}

interface FoundProps {
  read: ReadSession;
  isBusy: boolean;
  onTake: (isTrusted: boolean) => void;
  onCancel: () => void;
}

function Found({ read, isBusy, onTake, onCancel }: FoundProps) {
  const { header, records } = read.session;
  const messages = records.filter(({ event }) => event.type === 'user-message').length;
  const from = new Date(records[0]?.at ?? 0).toLocaleDateString();
  return (
    <div className="mt-4px mb-8px p-12px line-1 rounded-2 bg-surface-1">
      <p className="font-medium pb-1">“{header.title}”</p>
      <p className="c-text-2 pb-2">
        From {from}: {messages === 1 ? '1 message' : `${messages} messages`}, {header.records} records, {header.contents} versions of files.
        {header.withoutSecretsOf.length > 0 && ` Without the contents of ${header.withoutSecretsOf.join(', ')}.`}
      </p>
      <p className="c-text-2">
        The model reads what was said in it. If somebody else made it, its words count as text from outside: the agent asks before it does
        what you otherwise let pass.
      </p>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button variant="ink" disabled={isBusy} onClick={() => onTake(false)}>
          Import
        </Button>
        <Button disabled={isBusy} onClick={() => onTake(true)}>
          Import, it is my own
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
