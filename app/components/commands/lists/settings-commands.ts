import { $isTourOpen } from '../../../lib/help/tour-request.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { AppSettings } from '../../../lib/protocol/settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import type { Command } from '../../page/keys/command.ts';
import type { SettingsTab } from '../../page/overlay-context.tsx';

function settings(tab: SettingsTab, icon: string, text: () => string, keys?: string): Command {
  return {
    id: `settings-${tab}`,
    group: 'settings',
    icon,
    text,
    ...(keys === undefined ? {} : { keys }),
    run: ({ setOverlay }) => setOverlay({ type: 'settings', tab }),
  };
}

function theme(chosen: AppSettings['theme'], text: () => string): Command {
  return {
    id: `theme-${chosen}`,
    group: 'settings',
    icon: 'i-lucide-sun-moon',
    text,
    when: () => $settings.get().theme !== chosen,
    run: ({ actions }) => actions.settings.updateSettings({ theme: chosen }),
  };
}

/** Commands for settings, and information about Devonz. */
export const SETTINGS_COMMANDS: readonly Command[] = [
  settings('agent', 'i-lucide-zap', () => t('Settings: Agent'), 'Ctrl+,'),
  settings('models', 'i-lucide-box', () => t('Settings: Models')),
  settings('cost', 'i-lucide-receipt', () => t('Settings: Cost')),
  settings('prompts', 'i-lucide-message-square-quote', () => t('Settings: Prompts')),
  settings('mcp', 'i-lucide-plug', () => t('Settings: MCP servers')),
  settings('runtime', 'i-lucide-cpu', () => t('Settings: Runtime')),
  settings('appearance', 'i-lucide-sun-moon', () => t('Settings: Appearance')),
  settings('data', 'i-lucide-database', () => t('Settings: Data')),
  settings('shortcuts', 'i-lucide-keyboard', () => t('Settings: Shortcuts')),
  settings('diagnostics', 'i-lucide-stethoscope', () => t('Settings: Diagnostics')),
  theme('system', () => t('Theme: follow the system')),
  theme('dark', () => t('Theme: dark')),
  theme('light', () => t('Theme: light')),
  theme('hc', () => t('Theme: high contrast')),
  {
    id: 'doctor',
    group: 'settings',
    icon: 'i-lucide-stethoscope',
    text: () => t('Find out why something does not work'),
    run: ({ setOverlay }) => setOverlay({ type: 'settings', tab: 'diagnostics' }),
  },
  {
    id: 'about',
    group: 'settings',
    icon: 'i-lucide-info',
    text: () => t('About Devonz'),
    run: ({ setOverlay }) => setOverlay({ type: 'settings', tab: 'about' }),
  },
  { id: 'tour', group: 'settings', icon: 'i-lucide-signpost', text: () => t('Take the tour'), run: () => $isTourOpen.set(true) },
  {
    id: 'delete-everything',
    group: 'settings',
    icon: 'i-lucide-trash-2',
    text: () => t('Delete everything that is kept in this browser'),
    run: ({ setOverlay }) => setOverlay({ type: 'forget' }),
  },
  {
    id: 'replay',
    group: 'settings',
    icon: 'i-lucide-clapperboard',
    text: () => t('Replay a session'),
    run: ({ navigate }) => navigate('/replay'),
  },
];
