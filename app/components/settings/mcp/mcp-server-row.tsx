import { useEffect, useRef, useState } from 'react';
import { buttonName } from '../../../lib/button-names/button-name.ts';
import { t } from '../../../lib/i18n/t.ts';
import { type McpServer, mcpTarget } from '../../../lib/protocol/mcp/mcp.ts';
import type { McpServerState } from '../../../lib/stores/mcp.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { visibleLines } from '../../ui/text/visible-name.ts';
import { RemoveDialog } from '../remove-dialog.tsx';
import { McpServerForm } from './mcp-server-form.tsx';
import { stateText, viaText } from './mcp-state-text.ts';
import { McpTestResult, useMcpTest } from './mcp-test-result.tsx';
import { McpToolRow } from './mcp-tool-row.tsx';

interface McpServerRowProps {
  server: McpServer;
  state: McpServerState | undefined;
  /** Whether the server comes from the open project's file, which settings cannot change. */
  isOfProject: boolean;
}

/** One server: its state, its offers and its actions. */
export function McpServerRow({ server, state, isOfProject }: McpServerRowProps) {
  const actions = useActions('mcp');
  const [open, setOpen] = useState<'nothing' | 'form' | 'removal'>('nothing');
  const { test, run } = useMcpTest();
  const { tone, text } = stateText(state, server);
  const { name } = server;
  const toggle = (isEnabled: boolean) => void actions.saveMcpServer({ ...server, isEnabled });
  return (
    <li className="mcp-server" aria-label={t('MCP server {name}', { name })}>
      <div className="mcp-head">
        <div className="mcp-title">
          <p className="flex flex-wrap items-center gap-6px">
            <span className="font-medium">{name}</span>
            <Badge tone={tone}>{text}</Badge>
            {isOfProject && <Badge>{t('Of this project')}</Badge>}
          </p>
          <code className="text-sm c-text-3 wrap-anywhere">{visibleLines(mcpTarget(server))}</code>
        </div>
        <Button size={24} isBusy={test.state === 'running'} onClick={() => run(server, { headers: {}, environment: {} })}>
          {state?.status === 'needs-confirmation' ? t('Start it for a test') : t('Test')}
        </Button>
        <IconButton
          icon="i-lucide-pencil"
          iconSize={14}
          label={t('Edit {name}', { name })}
          tip={t('Edit')}
          onClick={() => setOpen('form')}
        />
        {isOfProject ? (
          <Button size={24} onClick={() => void actions.forgetProjectServer(name)}>
            {t('Stop using it')}
          </Button>
        ) : (
          <>
            <IconButton
              icon="i-lucide-trash-2"
              iconSize={14}
              label={t('Remove {name}', { name })}
              tip={t('Remove')}
              onClick={() => setOpen('removal')}
            />
            <Switch label={t('Use {name}', { name })} isOn={server.isEnabled} onChange={toggle} />
          </>
        )}
      </div>
      <McpTestResult test={test} />
      {open === 'form' ? (
        <McpServerForm edited={server} isTargetFixed={isOfProject} onDone={() => setOpen('nothing')} />
      ) : (
        <StateBody server={server} state={state} />
      )}
      {open === 'removal' && (
        <RemoveDialog name={name} onRemove={() => actions.removeMcpServer(name)} onClose={() => setOpen('nothing')}>
          {t(
            'Its permissions, header and environment values and its sign-in are deleted in this browser. The server itself is not changed.',
          )}
        </RemoveDialog>
      )}
    </li>
  );
}

/** The actions or content for the current state. */
function StateBody({ server, state }: Omit<McpServerRowProps, 'isOfProject'>) {
  const actions = useActions('mcp');
  if (!server.isEnabled || state === undefined) return null;
  switch (state.status) {
    case 'off':
      return (
        <div className="mcp-body">
          <Button onClick={() => void actions.connectMcpServer(server.name)}>{t('Connect')}</Button>
        </div>
      );
    case 'connecting':
      return null;
    case 'needs-confirmation':
      return (
        <div className="mcp-body">
          <p>{t('This command has not run yet. It starts a program in the engine, which can read and change the project:')}</p>
          <pre className="well p-8px whitespace-pre-wrap wrap-anywhere">{visibleLines(state.command)}</pre>
          <div>
            <Button variant="ink" onClick={() => void actions.confirmMcpCommand(server.name, state.command)}>
              {t('Start this command')}
            </Button>
          </div>
        </div>
      );
    case 'needs-sign-in':
      return <SignIn name={server.name} />;
    case 'failed':
      return (
        <div className="mcp-body">
          <p role="alert" className="c-red mcp-why">
            {visibleLines(state.why)}
          </p>
          <div>
            <Button onClick={() => void actions.connectMcpServer(server.name)}>{t('Try again')}</Button>
          </div>
        </div>
      );
    case 'ready':
      return <Offers server={server} state={state} />;
  }
}

function SignIn({ name }: { name: string }) {
  const actions = useActions('mcp');
  const running = useRef<AbortController | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [why, setWhy] = useState<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  async function signIn() {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setIsBusy(true);
    setWhy(null);
    const outcome = await actions.signInToMcpServer(name, own.signal);
    if (running.current !== own) return;
    setIsBusy(false);
    if (!outcome.ok) setWhy(outcome.why);
  }
  return (
    <div className="mcp-body">
      <p>{t('This server wants to know who you are. Its page opens in a window of its own; what you type there goes to it alone.')}</p>
      <div>
        <Button variant="ink" isBusy={isBusy} onClick={() => void signIn()}>
          {isBusy ? t('Open the window again') : buttonName('sign-in')}
        </Button>
        {isBusy && (
          <Button variant="ghost" onClick={() => running.current?.abort()}>
            {t('Cancel')}
          </Button>
        )}
      </div>
      {isBusy && <p role="status">{t('Waiting for what you do in the other window.')}</p>}
      {why !== null && (
        <p role="alert" className="c-red mcp-why">
          {why}
        </p>
      )}
    </div>
  );
}

function Offers({ server, state }: { server: McpServer; state: Extract<McpServerState, { status: 'ready' }> }) {
  const { tools, resources, prompts, remarks, serverName, serverVersion, via } = state;
  return (
    <details className="mcp-body" open={tools.some(({ seen }) => seen.status === 'changed')}>
      <summary>
        {visibleLines(`${serverName} ${serverVersion}`.trim())}, {viaText(via)}
      </summary>
      <ul aria-label={t('Tools of {name}', { name: server.name })} className="mcp-tools">
        {tools.length === 0 && <li className="mcp-tool c-text-3">{t('It offers no tools.')}</li>}
        {tools.map((tool) => (
          <McpToolRow key={tool.name} server={server} tool={tool} />
        ))}
      </ul>
      {resources.length + prompts.length > 0 && (
        <p className="text-sm c-text-3">{t('Its resources and prompts are in the menu that @ opens in the message box.')}</p>
      )}
      {remarks.map((remark) => (
        <p key={remark} className="text-sm c-yellow mcp-why">
          {visibleLines(remark)}
        </p>
      ))}
    </details>
  );
}
