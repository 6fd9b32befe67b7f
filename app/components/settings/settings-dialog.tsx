import './settings-dialog.css';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import type { SettingsTab } from '../page/overlay-context.tsx';
import { DialogContent } from '../ui/dialog/dialog-content.tsx';
import { Icon } from '../ui/icon.tsx';
import { TabList } from '../ui/tab-list.tsx';
import { findSettings } from './find/find-settings.ts';
import { goToSetting } from './find/go-to-setting.ts';
import type { FoundSetting } from './find/setting-list.ts';
import { SettingsFound } from './find/settings-found.tsx';
import { RowList } from './rows/row-list.tsx';
import { SETTING_TABS } from './setting-tabs.tsx';

interface SettingsDialogProps {
  tab: SettingsTab;
  onTabChange: (tab: SettingsTab) => void;
  onOpenChange: (isOpen: boolean) => void;
}

const tabName = (tab: SettingsTab) => SETTING_TABS.find(({ id }) => id === tab)?.name() ?? tab;

/** Returns whether Escape is used elsewhere: by a key recorder, or by the search field, which it clears first. */
function isTaken({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest('[data-keys-of=recorder]') !== null || (target.matches('.settings-search') && !target.matches(':placeholder-shown'))
  );
}

const panelId = (tab: SettingsTab) => `settings-${tab}`;

/** The dialog with all settings. Changes take effect at once. */
export function SettingsDialog({ tab, onTabChange, onOpenChange }: SettingsDialogProps) {
  const current = SETTING_TABS.find((each) => each.id === tab);
  const panel = useRef<HTMLDivElement>(null);
  const search = useSettingsSearch(panel, tab, onTabChange);
  const tabs = SETTING_TABS.map(({ id, name, icon }) => ({
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
          onEscapeKeyDown={(event) => isTaken(event) && event.preventDefault()}
          // Do not focus the field: on a phone, the keyboard would cover half of the dialog.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            document.getElementById(`${panelId(tab)}-tab`)?.focus();
          }}
        >
          <div className="settings-side">
            <Dialog.Title className="settings-title">{t('Settings')}</Dialog.Title>
            <SearchField query={search.query} onQuery={search.setQuery} panel={panel} />
            <TabList
              label={t('Settings')}
              tabs={tabs}
              current={tab}
              onSelect={search.selectTab}
              panelId={panelId}
              className="settings-tabs"
              tabClassName="settings-tab"
              orientation="vertical"
            />
          </div>
          <div
            ref={panel}
            role="tabpanel"
            id={panelId(tab)}
            aria-labelledby={`${panelId(tab)}-tab`}
            className="settings-panel scroll focus-inset"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
          >
            {search.query.trim() === '' ? (
              <>
                <h2 className="dialog-title">{current?.name()}</h2>
                {current !== undefined && <RowList key={tab} rows={current.rows} />}
              </>
            ) : (
              <SettingsFound query={search.query} found={findSettings(search.query, tabName)} tabName={tabName} onChoose={search.choose} />
            )}
          </div>
          <Dialog.Close className="icon-button dialog-close" aria-label={t('Close')}>
            <Icon name="i-lucide-x" size={16} />
          </Dialog.Close>
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Manages the search in all tabs, and the chosen result, which is scrolled to once its tab is rendered. */
function useSettingsSearch(panel: RefObject<HTMLDivElement>, tab: SettingsTab, onTabChange: (tab: SettingsTab) => void) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<FoundSetting | null>(null);
  useEffect(() => {
    if (chosen === null || chosen.tab !== tab || !panel.current) return;
    goToSetting(panel.current, chosen.name);
    setChosen(null);
  }, [chosen, tab, panel]);
  return {
    query,
    setQuery,
    selectTab(wanted: SettingsTab) {
      setQuery('');
      onTabChange(wanted);
    },
    choose(setting: FoundSetting) {
      setQuery('');
      setChosen(setting);
      onTabChange(setting.tab);
    },
  };
}

interface SearchFieldProps {
  query: string;
  onQuery: (query: string) => void;
  panel: RefObject<HTMLDivElement>;
}

function SearchField({ query, onQuery, panel }: SearchFieldProps) {
  const onKeyDown = (event: ReactKeyboardEvent) => {
    const first = panel.current?.querySelector<HTMLElement>('.setting-found');
    if (event.key === 'Escape') onQuery('');
    if (!first || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      first.focus();
    }
    if (event.key === 'Enter') first.click();
  };
  return (
    <input
      type="search"
      className="field settings-search"
      aria-label={t('Search the settings')}
      placeholder={t('Search')}
      value={query}
      onChange={({ target }) => onQuery(target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
