import { useStore } from '@nanostores/react';
import { $settings } from '../../lib/stores/settings.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { AttentionSettings } from './attention/attention-settings.tsx';
import { ChoiceList } from './choice-list.tsx';

const THEMES = [
  { value: 'system', title: 'As the system', text: 'Follows the light, dark or contrast setting of your system.' },
  { value: 'dark', title: 'Dark', text: 'Light text on near-black.' },
  { value: 'light', title: 'Light', text: 'Dark text on warm white.' },
  { value: 'hc', title: 'High contrast', text: 'White on black with strong lines.' },
] as const;

export function AppearanceSettings() {
  const actions = useActions('settings');
  const { theme } = useStore($settings, { keys: ['theme'] });
  return (
    <>
      <h3 className="side-heading">Theme</h3>
      <ChoiceList label="Theme" choices={THEMES} current={theme} onChoose={(chosen) => actions.updateSettings({ theme: chosen })} />
      <p className="text-sm c-text-3 pt-3">Motion follows your system: with reduced motion nothing moves.</p>
      <AttentionSettings />
    </>
  );
}
