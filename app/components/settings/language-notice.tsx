import { useStore } from '@nanostores/react';
import { reloadForLanguage } from '../../lib/i18n/language-reload.ts';
import { t } from '../../lib/i18n/t.ts';
import { $isLanguageWaiting } from '../../lib/stores/settings.ts';
import { Button } from '../ui/button.tsx';

/** The notice below the language choice: when it takes effect, and that the agent answers in the language the user writes in. */
export function LanguageNotice() {
  const isWaiting = useStore($isLanguageWaiting);
  return (
    <>
      {isWaiting && (
        <p role="status" className="text-sm c-text-2 pt-3 flex items-center gap-8px">
          {t('Something runs: the language changes when the page is loaded again.')}
          <Button size={24} onClick={() => reloadForLanguage()}>
            {t('Load it now')}
          </Button>
        </p>
      )}
      <p className="text-sm c-text-3 pt-3">{t('The agent answers in the language you write in.')}</p>
    </>
  );
}
