import './settings-dialog.css';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/t.ts';
import type { SettingsTab } from '../shell/shell-context.tsx';
import { DialogContent } from '../ui/dialog/dialog-content.tsx';
import { Icon } from '../ui/icon.tsx';
import { TabList } from '../ui/tab-list.tsx';
import { AboutSettings } from './about/about-settings.tsx';
import { AgentSettings } from './agent-settings.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { CostSettings } from './cost/cost-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { DiagnosticsSettings } from './diagnostics-settings.tsx';
import { McpSettings } from './mcp/mcp-settings.tsx';
import { ModelSettings } from './models/model-settings.tsx';
import { PromptSettings } from './prompts/prompt-settings.tsx';
import { RuntimeSettings } from './runtime-settings.tsx';
import { ShortcutSettings } from './shortcuts/shortcut-settings.tsx';

interface SettingsDialogProps {
  tab: SettingsTab;
  onTabChange: (tab: SettingsTab) => void;
  onOpenChange: (isOpen: boolean) => void;
}

const TABS: readonly { id: SettingsTab; name: () => string; icon: string; content: () => ReactNode }[] = [
  { id: 'agent', name: () => t('Agent'), icon: 'i-lucide-zap', content: () => <AgentSettings /> },
  { id: 'models', name: () => t('Models'), icon: 'i-lucide-box', content: () => <ModelSettings /> },
  { id: 'cost', name: () => t('Cost'), icon: 'i-lucide-receipt', content: () => <CostSettings /> },
  { id: 'prompts', name: () => t('Prompts'), icon: 'i-lucide-message-square-quote', content: () => <PromptSettings /> },
  { id: 'mcp', name: () => t('MCP servers'), icon: 'i-lucide-plug', content: () => <McpSettings /> },
  { id: 'runtime', name: () => t('Runtime'), icon: 'i-lucide-cpu', content: () => <RuntimeSettings /> },
  { id: 'appearance', name: () => t('Appearance'), icon: 'i-lucide-sun-moon', content: () => <AppearanceSettings /> },
  { id: 'data', name: () => t('Data'), icon: 'i-lucide-database', content: () => <DataSettings /> },
  { id: 'shortcuts', name: () => t('Shortcuts'), icon: 'i-lucide-keyboard', content: () => <ShortcutSettings /> },
  { id: 'diagnostics', name: () => t('Diagnostics'), icon: 'i-lucide-stethoscope', content: () => <DiagnosticsSettings /> },
  { id: 'about', name: () => t('About'), icon: 'i-lucide-info', content: () => <AboutSettings /> },
];

const panelId = (tab: SettingsTab) => `settings-${tab}`;

/** All settings; each takes effect at once. */
export function SettingsDialog({ tab, onTabChange, onOpenChange }: SettingsDialogProps) {
  const current = TABS.find((each) => each.id === tab);
  const tabs = TABS.map(({ id, name, icon }) => ({
    id,
    name: name(),
    content: (
      <>
        <Icon name={icon} size={16} />
        {name()}
      </>
    ),
  }));
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <DialogContent
          className="dialog settings"
          // Where keys are being chosen, Escape is for that.
          onEscapeKeyDown={(event) =>
            event.target instanceof Element && event.target.closest('[data-keys-of=recorder]') && event.preventDefault()
          }
        >
          <div className="settings-side">
            <Dialog.Title className="settings-title">{t('Settings')}</Dialog.Title>
            <TabList
              label={t('Settings')}
              tabs={tabs}
              current={tab}
              onSelect={onTabChange}
              panelId={panelId}
              className="settings-tabs"
              tabClassName="settings-tab"
              orientation="vertical"
            />
          </div>
          <div
            role="tabpanel"
            id={panelId(tab)}
            aria-labelledby={`${panelId(tab)}-tab`}
            className="settings-panel scroll focus-inset"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
          >
            <h2 className="dialog-title">{current?.name()}</h2>
            {current?.content()}
          </div>
          <Dialog.Close className="icon-button dialog-close" aria-label={t('Close')}>
            <Icon name="i-lucide-x" size={16} />
          </Dialog.Close>
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
