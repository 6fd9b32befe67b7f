import { t } from '../../../lib/i18n/t.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Enhancing } from './enhancing.ts';

/** Asks the model to rewrite the text in the box more clearly. Disabled for commands, which are not sent to models. */
export function EnhanceButton({ enhancing, text }: { enhancing: Enhancing; text: string }) {
  const isAsking = enhancing.current.state === 'asking';
  return (
    <IconButton
      icon="i-lucide-wand-sparkles"
      label={t('Enhance')}
      tip={t('Enhance: have the model write your text more clearly')}
      data-tip-side="top"
      className="enhance-button"
      data-command="enhance"
      disabled={isAsking || text.trim() === '' || text.startsWith('/')}
      onClick={enhancing.start}
    />
  );
}
