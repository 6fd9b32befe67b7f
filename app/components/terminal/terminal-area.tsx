import './terminal-area.css';
import { useStore } from '@nanostores/react';
import { useCallback, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $activeTerminal, $terminals, canRestart } from '../../lib/stores/terminals.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { LinkMenu } from './links/link-menu.tsx';
import { ProcessList } from './process-list.tsx';
import type { TerminalScreen } from './screen/create-terminal-screen.ts';
import { TerminalFind } from './terminal-find.tsx';
import { type Note, TerminalNote } from './terminal-note.tsx';
import { terminalPanelId } from './terminal-panel-id.ts';
import { TerminalTabs } from './terminal-tabs.tsx';
import { TerminalTools } from './terminal-tools.tsx';
import { TerminalView } from './terminal-view.tsx';
import { useLinkFollowing } from './use-link-following.ts';
import { useTerminalTools } from './use-terminal-tools.ts';

/** The agent's read-only terminal, and the user's own. */
export function TerminalArea() {
  const actions = useActions('terminals');
  const terminals = useStore($terminals);
  const reading = useReadingOnly();
  const active = useStore($activeTerminal);
  const { screens, onScreen } = useScreens();
  const [note, setNote] = useState<Note | null>(null);
  const follow = useLinkFollowing(setNote);
  const shown = terminals.find((terminal) => terminal.terminalId === active) ?? terminals[0];
  const screen = (shown && screens.get(shown.terminalId)) ?? null;
  const tools = useTerminalTools(shown, screen, setNote);
  const closeNote = () => {
    // Closing this note removes the button that has the focus.
    if (note?.type === 'paste') screen?.focus();
    setNote(null);
  };
  if (!shown) return <NoTerminal />;
  return (
    <div className="flex flex-col h-full min-h-0" data-keys-of="terminal">
      <div className="flex items-center shrink-0 h-36px pr-4px line-b-1">
        <TerminalTabs
          terminals={terminals}
          shown={shown}
          isRenaming={tools.isRenaming}
          onRename={() => tools.run('rename')}
          onRenamed={tools.endRenaming}
        />
        <IconButton
          icon="i-lucide-plus"
          label={t('New terminal')}
          iconSize={14}
          data-command="new-terminal"
          onClick={() => void actions.newTerminal()}
          {...reading}
        />
        <span className="flex-1" />
        <LinkMenu links={() => screen?.links() ?? []} onFollow={follow} />
        <TerminalTools hasSelection={tools.hasSelection} isAgent={shown.isAgent} canRestart={canRestart(shown)} onRequest={tools.run} />
        {!shown.isAgent && (
          <IconButton
            icon="i-lucide-x"
            label={t('Close {name}', { name: shown.name })}
            iconSize={14}
            data-command="close-terminal"
            onClick={() => actions.closeTerminal(shown.terminalId)}
          />
        )}
      </div>
      {shown.isAgent && <AgentsOwn />}
      {shown.status === 'exited' && canRestart(shown) && <EndedShell onRestart={() => tools.run('restart')} />}
      {tools.findSerial !== null && screen !== null && (
        <TerminalFind finder={screen.finder} serial={tools.findSerial} onClose={tools.closeFind} />
      )}
      {note !== null && <TerminalNote note={note} onClose={closeNote} />}
      <div className="terminal-body">
        {terminals.map((terminal) => (
          <div
            key={terminal.terminalId}
            role="tabpanel"
            id={terminalPanelId(terminal.terminalId)}
            aria-labelledby={`${terminalPanelId(terminal.terminalId)}-tab`}
            className="terminal-panel"
            hidden={terminal !== shown}
          >
            <TerminalView
              terminal={terminal}
              isShown={terminal === shown}
              onScreen={onScreen}
              onFollow={follow}
              onCopy={() => tools.run('copy')}
              onPasteLines={(text, paste) => setNote({ type: 'paste', text, paste })}
            />
          </div>
        ))}
        {shown.isAgent && <ProcessList />}
      </div>
    </div>
  );
}

/** The screens of the terminals, by id. */
function useScreens() {
  const [screens, setScreens] = useState<ReadonlyMap<string, TerminalScreen>>(new Map());
  const onScreen = useCallback((terminalId: string, screen: TerminalScreen | null) => {
    setScreens((known) => {
      const next = new Map(known);
      if (screen === null) next.delete(terminalId);
      else next.set(terminalId, screen);
      return next;
    });
  }, []);
  return { screens, onScreen };
}

function NoTerminal() {
  const actions = useActions('terminals');
  const reading = useReadingOnly();
  return (
    <EmptyState icon="i-lucide-square-terminal" text={t('No terminal is open. The agent’s opens with the runtime.')}>
      <Button data-command="new-terminal" onClick={() => void actions.newTerminal()} {...reading}>
        {t('New terminal')}
      </Button>
    </EmptyState>
  );
}

function AgentsOwn() {
  const actions = useActions('terminals');
  const reading = useReadingOnly();
  return (
    <div className="flex items-center justify-between gap-8px shrink-0 min-h-32px px-12px line-b-1 c-text-2 text-12px">
      <span>{t('The agent’s own shell. You can read it; type in a terminal of your own.')}</span>
      <Button variant="ghost" size={24} data-command="new-terminal" onClick={() => void actions.newTerminal()} {...reading}>
        {t('Open a terminal')}
      </Button>
    </div>
  );
}

function EndedShell({ onRestart }: { onRestart: () => void }) {
  const reading = useReadingOnly();
  return (
    <div className="flex items-center justify-between gap-8px shrink-0 min-h-32px px-12px line-b-1 c-text-2 text-12px">
      <span>{t('This shell has ended.')}</span>
      <Button variant="ghost" size={24} data-command="restart-terminal" onClick={onRestart} {...reading}>
        {t('Start the shell again')}
      </Button>
    </div>
  );
}
