import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $activeTerminal, type TerminalInfo } from '../../lib/stores/terminals.ts';
import { Icon } from '../ui/icon.tsx';
import { TabList } from '../ui/tab-list.tsx';
import { NameField } from './name-field.tsx';
import { terminalPanelId } from './terminal-panel-id.ts';

interface TerminalTabsProps {
  terminals: readonly TerminalInfo[];
  shown: TerminalInfo;
  isRenaming: boolean;
  onRename: () => void;
  onRenamed: () => void;
}

const isTab = ({ target }: KeyboardEvent | MouseEvent) => target instanceof Element && target.closest('[role=tab]') !== null;

/** A tab for each terminal; the agent's has its own colour. A double click or F2 renames the user's own. */
export function TerminalTabs({ terminals, shown, isRenaming, onRename, onRenamed }: TerminalTabsProps) {
  const place = useRef<HTMLDivElement>(null);
  const tabOf = () => place.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]') ?? null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs in it have the keys
    <div
      ref={place}
      className="terminal-tabs"
      onDoubleClick={(event) => isTab(event) && onRename()}
      onKeyDown={(event) => {
        if (event.key !== 'F2' || !isTab(event)) return;
        event.preventDefault();
        onRename();
      }}
    >
      <TabList
        label={t('Terminals')}
        tabs={terminals.map(({ terminalId, name, isAgent, status }) => ({
          id: terminalId,
          name,
          ...(status === 'exited' ? { detail: t('ended') } : {}),
          content: (
            <>
              <Icon name={isAgent ? 'i-lucide-zap' : 'i-lucide-square-terminal'} className={isAgent ? 'c-accent' : ''} />
              <span className="truncate max-w-200px">{name}</span>
            </>
          ),
        }))}
        current={shown.terminalId}
        onSelect={(terminalId) => $activeTerminal.set(terminalId)}
        panelId={terminalPanelId}
        className="flex min-w-0 h-full overflow-x-auto [scrollbar-width:none]"
        tabClassName="area-tab"
      />
      {/* Over the tab and not in it: a tab list may contain only tabs. */}
      {isRenaming && (
        <NameField
          key={shown.terminalId}
          terminal={shown}
          tab={tabOf()}
          onDone={(byKey) => {
            onRenamed();
            if (byKey) tabOf()?.focus();
          }}
        />
      )}
    </div>
  );
}
