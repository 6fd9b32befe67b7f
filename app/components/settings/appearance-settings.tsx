import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { useActions } from '../page/workbench-context.tsx';
import { AttentionSettings } from './attention/attention-settings.tsx';
import { ChoiceList } from './choice-list.tsx';
import { LanguageSettings } from './language-settings.tsx';

const themes = () =>
  [
    { value: 'system', title: t('As the system'), text: t('Follows the light, dark or contrast setting of your system.') },
    { value: 'dark', title: t('Dark'), text: t('Light text on near-black.') },
    { value: 'light', title: t('Light'), text: t('Dark text on warm white.') },
    { value: 'hc', title: t('High contrast'), text: t('White on black with strong lines.') },
  ] as const;

export function AppearanceSettings() {
  const actions = useActions('settings');
  const { theme } = useStore($settings, { keys: ['theme'] });
  return (
    <>
      <h3 className="side-heading">{t('Theme')}</h3>
      <ChoiceList label={t('Theme')} choices={themes()} current={theme} onChoose={(chosen) => actions.updateSettings({ theme: chosen })} />
      <p className="text-sm c-text-3 pt-3">{t('Motion follows your system: with reduced motion nothing moves.')}</p>
      <LanguageSettings />
      <AttentionSettings />
    </>
  );
}
