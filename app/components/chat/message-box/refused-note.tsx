import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../ui/button.tsx';

/** Shown for a line that begins with `/` but is no command: it has not been sent, and can be sent as a message. */
export function RefusedNote({ why, onSend }: { why: string; onSend: () => void }) {
  return (
    <div className="message-note flex items-center gap-8px">
      <p role="alert" className="flex-1 min-w-0 c-yellow">
        {why}
      </p>
      <Button size={24} onClick={onSend}>
        {t('Send as a message')}
      </Button>
    </div>
  );
}
