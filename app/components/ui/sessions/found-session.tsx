import type { ReadSession } from '../../../lib/session-file/session-file-service.ts';
import { Button } from '../button.tsx';
import { plural } from '../text/plural.ts';

interface FoundSessionProps {
  read: ReadSession;
  isBusy: boolean;
  onTake: (isTrusted: boolean) => void;
  onCancel: () => void;
}

/** What is in a session file, before anything of it is taken over. */
export function FoundSession({ read, isBusy, onTake, onCancel }: FoundSessionProps) {
  const { header, records } = read.session;
  const messages = records.filter(({ event }) => event.type === 'user-message').length;
  const from = new Date(records[0]?.at ?? 0).toLocaleDateString();
  return (
    <div className="mt-4px mb-8px p-12px line-1 rounded-2 bg-surface-1">
      <p className="font-medium pb-1">“{header.title}”</p>
      <p className="c-text-2 pb-2">
        From {from}: {plural(messages, 'message')}, {plural(header.records, 'record')},{' '}
        {plural(header.contents, 'version of a file', 'versions of files')}.
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
