import { t } from '../../lib/i18n/t.ts';
import type { SettingsTab } from '../page/overlay-context.tsx';
import { AboutSettings } from './about/about-settings.tsx';
import { DiagnosticsList } from './diagnostics/diagnostics-list.tsx';
import { McpSettings } from './mcp/mcp-settings.tsx';
import { PromptSettings } from './prompts/prompt-settings.tsx';
import { agentRows } from './rows/agent-rows.tsx';
import { appearanceRows } from './rows/appearance-rows.tsx';
import { costRows } from './rows/cost-rows.tsx';
import { dataRows } from './rows/data-rows.tsx';
import { modelRows } from './rows/model-rows.tsx';
import type { RowEntry } from './rows/row-entry.ts';
import { runtimeRows } from './rows/runtime-rows.tsx';
import { ShortcutSettings } from './shortcuts/shortcut-settings.tsx';
import { TelemetryLog } from './telemetry-log.tsx';

export interface SettingTab {
  id: SettingsTab;
  name: () => string;
  icon: string;
  rows: readonly RowEntry[];
  /** Search terms for the whole tab, in addition to its name. */
  words?: () => string;
}

/** All tabs of Settings with their rows, in the order of display and of search results. */
export const SETTING_TABS: readonly SettingTab[] = [
  { id: 'agent', name: () => t('Agent'), icon: 'i-lucide-zap', rows: agentRows },
  { id: 'models', name: () => t('Models'), icon: 'i-lucide-box', rows: modelRows },
  { id: 'cost', name: () => t('Cost'), icon: 'i-lucide-receipt', rows: costRows },
  {
    id: 'prompts',
    name: () => t('Prompts'),
    icon: 'i-lucide-message-square-quote',
    words: () => t('Add a prompt'),
    rows: [{ settings: ['prompts'], render: () => <PromptSettings /> }],
  },
  {
    id: 'mcp',
    name: () => t('MCP servers'),
    icon: 'i-lucide-plug',
    words: () => t('Add a server'),
    rows: [{ settings: ['mcpServers'], render: () => <McpSettings /> }],
  },
  { id: 'runtime', name: () => t('Runtime'), icon: 'i-lucide-cpu', rows: runtimeRows },
  { id: 'appearance', name: () => t('Appearance'), icon: 'i-lucide-sun-moon', rows: appearanceRows },
  { id: 'data', name: () => t('Data'), icon: 'i-lucide-database', rows: dataRows },
  {
    id: 'shortcuts',
    name: () => t('Shortcuts'),
    icon: 'i-lucide-keyboard',
    words: () => t('Show all keys, and change them'),
    rows: [{ settings: ['shortcuts'], render: () => <ShortcutSettings /> }],
  },
  {
    id: 'diagnostics',
    name: () => t('Diagnostics'),
    icon: 'i-lucide-stethoscope',
    words: () => t('Find out why something does not work'),
    rows: [{ render: () => <DiagnosticsList /> }, { render: () => <TelemetryLog /> }],
  },
  {
    id: 'about',
    name: () => t('About'),
    icon: 'i-lucide-info',
    words: () => `${t('Version')} ${t('Licence')}`,
    rows: [{ render: () => <AboutSettings /> }],
  },
];
