import { dateText } from '../../../lib/i18n/date-text.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ReadSession } from '../../../lib/session-file/session-file-service.ts';
import { Button } from '../button.tsx';

interface FoundSessionProps {
  read: ReadSession;
  isBusy: boolean;
  onTake: (isTrusted: boolean) => void;
  onCancel: () => void;
}

/** The content of a session file, shown before anything is imported. */
export function FoundSession({ read, isBusy, onTake, onCancel }: FoundSessionProps) {
  const { header, records } = read.session;
  const messages = records.filter(({ event }) => event.type === 'user-message').length;
  const from = dateText(records[0]?.at ?? 0, { dateStyle: 'medium' });
  return (
    <div className="mt-4px mb-8px p-12px line-1 rounded-2 bg-surface-1">
      <p className="font-medium pb-1">{t('“{label}”', { label: header.title })}</p>
      <p className="c-text-2 pb-2">
        {plural(
          messages,
          { one: 'From {from}: {count} message, {records}, {contents}.', other: 'From {from}: {count} messages, {records}, {contents}.' },
          {
            from,
            records: plural(header.records, { one: '{count} record', other: '{count} records' }),
            contents: plural(header.contents, { one: '{count} version of a file', other: '{count} versions of files' }),
          },
        )}
        {header.withoutSecretsOf.length > 0 && ` ${t('Without the contents of {files}.', { files: header.withoutSecretsOf.join(', ') })}`}
      </p>
      <p className="c-text-2">
        {t(
          'The model reads what was said in it. If somebody else made it, its words count as text from outside: the agent asks before it does what you otherwise let pass.',
        )}
      </p>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button variant="ink" disabled={isBusy} onClick={() => onTake(false)}>
          {t('Import')}
        </Button>
        <Button disabled={isBusy} onClick={() => onTake(true)}>
          {t('Import, it is my own')}
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  );
}
