import { t } from '../../../../lib/i18n/t.ts';
import { $drawnPlainly } from '../../../../lib/stores/chat.ts';
import { Button } from '../../../ui/button.tsx';
import { useDrawnPlainly } from './use-drawn-plainly.ts';

/** Shown above a conversation that crashed the page when it was rendered before. */
export function PlainNote() {
  if (!useDrawnPlainly()) return null;
  return (
    <p role="note" className="message-note">
      {t('The page ended while it drew this conversation, so it is shown as text. Files, export and undo are as they were.')}{' '}
      <Button variant="ghost" size={24} onClick={() => $drawnPlainly.set(null)}>
        {t('Draw it all the same')}
      </Button>
    </p>
  );
}
