import { buttonName } from '../../../lib/button-names/button-name.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import type { Editing } from './use-editing.ts';

/** Explains the effect of sending while an earlier message is edited. */
export function EditingNote({ editing }: { editing: Editing }) {
  if (!editing.isOpen) return null;
  const text = editing.isAsking
    ? t('The agent is at work: sending stops it and goes back. Press “{button}” again to do that.', { button: buttonName('send') })
    : t('You edit an earlier message. Sending takes the conversation and the files back to before it; the version you have now is kept.');
  return (
    <div className="message-note flex items-center gap-8px">
      <p role={editing.isAsking ? 'alert' : 'status'} className="flex-1 min-w-0">
        {text}
      </p>
      <Button size={24} onClick={editing.cancel}>
        {t('Cancel editing')}
      </Button>
    </div>
  );
}
