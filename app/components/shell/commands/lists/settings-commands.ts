import { $isTourOpen } from '../../../../lib/help/tour-request.ts';
import type { AppSettings } from '../../../../lib/protocol/settings.ts';
import { $settings } from '../../../../lib/stores/settings.ts';
import type { SettingsTab } from '../../shell-context.tsx';
import type { Command } from '../command.ts';

function settings(tab: SettingsTab, icon: string, text: string, keys?: string): Command {
  return {
    id: `settings-${tab}`,
    group: 'settings',
    icon,
    text,
    ...(keys === undefined ? {} : { keys }),
    run: ({ setOverlay }) => setOverlay({ type: 'settings', tab }),
  };
}

function theme(chosen: AppSettings['theme'], text: string): Command {
  return {
    id: `theme-${chosen}`,
    group: 'settings',
    icon: 'i-lucide-sun-moon',
    text,
    when: () => $settings.get().theme !== chosen,
    run: ({ actions }) => actions.settings.updateSettings({ theme: chosen }),
  };
}

/** Settings, and what is known about Devonz. */
export const SETTINGS_COMMANDS: readonly Command[] = [
  settings('agent', 'i-lucide-zap', 'Settings: Agent', 'Ctrl+,'),
  settings('models', 'i-lucide-box', 'Settings: Models'),
  settings('cost', 'i-lucide-receipt', 'Settings: Cost'),
  settings('prompts', 'i-lucide-message-square-quote', 'Settings: Prompts'),
  settings('mcp', 'i-lucide-plug', 'Settings: MCP servers'),
  settings('runtime', 'i-lucide-cpu', 'Settings: Runtime'),
  settings('appearance', 'i-lucide-sun-moon', 'Settings: Appearance'),
  settings('data', 'i-lucide-database', 'Settings: Data'),
  settings('shortcuts', 'i-lucide-keyboard', 'Settings: Shortcuts'),
  settings('diagnostics', 'i-lucide-stethoscope', 'Settings: Diagnostics'),
  theme('system', 'Theme: follow the system'),
  theme('dark', 'Theme: dark'),
  theme('light', 'Theme: light'),
  theme('hc', 'Theme: high contrast'),
  {
    id: 'doctor',
    group: 'settings',
    icon: 'i-lucide-stethoscope',
    text: 'Find out why something does not work',
    run: ({ setOverlay }) => setOverlay({ type: 'settings', tab: 'diagnostics' }),
  },
  {
    id: 'about',
    group: 'settings',
    icon: 'i-lucide-info',
    text: 'About Devonz',
    run: ({ setOverlay }) => setOverlay({ type: 'settings', tab: 'about' }),
  },
  { id: 'tour', group: 'settings', icon: 'i-lucide-signpost', text: 'Take the tour', run: () => $isTourOpen.set(true) },
  { id: 'replay', group: 'settings', icon: 'i-lucide-clapperboard', text: 'Replay a session', run: ({ navigate }) => navigate('/replay') },
];
