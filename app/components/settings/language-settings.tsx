import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { $isLanguageWaiting, $settings } from '../../lib/stores/settings.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { ChoiceList } from './choice-list.tsx';

/** What the app is written in. Each language is named in itself, to be found by who reads no other. */
export function LanguageSettings() {
  const actions = useActions('settings');
  const { language } = useStore($settings, { keys: ['language'] });
  const isWaiting = useStore($isLanguageWaiting);
  const choices = [
    { value: 'system', title: t('As the system'), text: t('The first language of your browser that there is.') },
    { value: 'en', title: 'English', text: t('English') },
    { value: 'de', title: 'Deutsch', text: t('German') },
  ] as const;
  return (
    <>
      <h3 className="side-heading pt-5">{t('Language')}</h3>
      <ChoiceList
        label={t('Language')}
        choices={choices}
        current={language}
        onChoose={(chosen) => actions.updateSettings({ language: chosen })}
      />
      {isWaiting && (
        <p role="status" className="text-sm c-text-2 pt-3 flex items-center gap-8px">
          {t('Something runs: the language changes when the page is loaded again.')}
          <Button size={24} onClick={() => location.reload()}>
            {t('Load it now')}
          </Button>
        </p>
      )}
      <p className="text-sm c-text-3 pt-3">{t('The agent answers in the language you write in.')}</p>
    </>
  );
}
