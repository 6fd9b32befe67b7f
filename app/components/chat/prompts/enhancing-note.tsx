import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Enhancing } from './enhancing.ts';

/** Shows the state of enhancing the text in the box. */
export function EnhancingNote({ enhancing }: { enhancing: Enhancing }) {
  const { current } = enhancing;
  switch (current.state) {
    case 'rest':
      return null;
    case 'asking':
      return (
        <div className="message-note flex items-center gap-8px">
          <Spinner />
          <p className="flex-1 min-w-0">{t('Asking the model for a clearer text. Yours stays until it comes.')}</p>
          <Button size={24} onClick={enhancing.stop}>
            {t('Stop enhancing')}
          </Button>
        </div>
      );
    case 'enhanced':
      return (
        <div className="message-note flex items-center gap-8px">
          <p className="flex-1 min-w-0">{t('The model has rewritten your text. Nothing is sent yet.')}</p>
          <Button size={24} icon="i-lucide-undo-2" onClick={enhancing.undo}>
            {t('Undo enhancing')}
          </Button>
        </div>
      );
    case 'failed':
      return (
        <p role="alert" className="message-note c-yellow wrap-anywhere">
          {t('The text was not enhanced: {why}', { why: current.why })}
        </p>
      );
  }
}
