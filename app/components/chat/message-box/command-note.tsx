import { t } from '../../../lib/i18n/t.ts';

/** Shown under a line that begins with `/`, which is a command and not a message. */
export function CommandNote({ hasAttachments }: { hasAttachments: boolean }) {
  return (
    <p className="message-note">
      {t('Lines that begin with / are commands: they are handled here and not sent to the model. /help lists them.')}
      {hasAttachments && ` ${t('What is attached stays for the next message.')}`}
    </p>
  );
}
