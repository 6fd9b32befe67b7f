import './terminal-area.css';
import { useStore } from '@nanostores/react';
import { $activeTerminal, $terminals } from '../../lib/stores/terminals.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TabList } from '../ui/tab-list.tsx';
import { ProcessList } from './process-list.tsx';
import { TerminalView } from './terminal-view.tsx';

const panelId = (terminalId: string) => `terminal-panel-${terminalId}`;

/** The agent's terminal, to be read, and the user's own, to be typed in. */
export function TerminalArea() {
  const actions = useActions('terminals');
  const terminals = useStore($terminals);
  const reading = useReadingOnly();
  const active = useStore($activeTerminal);
  const shown = terminals.find((terminal) => terminal.terminalId === active) ?? terminals[0];
  if (!shown) {
    return (
      <EmptyState icon="i-lucide-square-terminal" text="No terminal is open. The agent's opens with the runtime.">
        <Button onClick={() => void actions.newTerminal()} {...reading}>
          New terminal
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col h-full min-h-0">
      <div className="flex items-center shrink-0 h-36px pr-4px line-b-1">
        <TabList
          label="Terminals"
          tabs={terminals.map(({ terminalId, name, isAgent, status }) => ({
            id: terminalId,
            name,
            ...(status === 'exited' ? { detail: 'ended' } : {}),
            content: (
              <>
                <Icon name={isAgent ? 'i-lucide-zap' : 'i-lucide-square-terminal'} className={isAgent ? 'c-accent' : ''} />
                {name}
              </>
            ),
          }))}
          current={shown.terminalId}
          onSelect={(terminalId) => $activeTerminal.set(terminalId)}
          panelId={panelId}
          className="flex min-w-0 h-full overflow-x-auto [scrollbar-width:none]"
          tabClassName="area-tab"
        />
        <IconButton icon="i-lucide-plus" label="New terminal" iconSize={14} onClick={() => void actions.newTerminal()} {...reading} />
        <span className="flex-1" />
        {!shown.isAgent && (
          <IconButton
            icon="i-lucide-x"
            label={`Close ${shown.name}`}
            iconSize={14}
            onClick={() => actions.closeTerminal(shown.terminalId)}
          />
        )}
      </div>
      {shown.isAgent && (
        <div className="flex items-center justify-between gap-8px shrink-0 min-h-32px px-12px line-b-1 c-text-2 text-12px">
          <span>The agent's own shell. You can read it; type in a terminal of your own.</span>
          <Button variant="ghost" size={24} onClick={() => void actions.newTerminal()} {...reading}>
            Open a terminal
          </Button>
        </div>
      )}
      <div className="terminal-body">
        {terminals.map((terminal) => (
          <div
            key={terminal.terminalId}
            role="tabpanel"
            id={panelId(terminal.terminalId)}
            aria-labelledby={`${panelId(terminal.terminalId)}-tab`}
            className="terminal-panel"
            hidden={terminal !== shown}
          >
            <TerminalView terminal={terminal} isShown={terminal === shown} />
          </div>
        ))}
        {shown.isAgent && <ProcessList />}
      </div>
    </div>
  );
}
