import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { mcpTarget } from '../../../lib/protocol/mcp/mcp.ts';
import { $mcp, $projectServers, type ProjectServer } from '../../../lib/stores/mcp.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { rich } from '../../ui/text/rich.tsx';
import { visibleLines } from '../../ui/text/visible-name.ts';
import { McpServerRow } from './mcp-server-row.tsx';

/** Servers from the open project's file. None is used before the user has approved its exact text. */
export function ProjectServerList() {
  const servers = useStore($projectServers);
  const states = useStore($mcp);
  if (servers.length === 0) return null;
  return (
    <section aria-labelledby="project-servers-heading" className="pt-5">
      <h3 id="project-servers-heading" className="pb-1">
        {t('Named by this project')}
      </h3>
      <p className="text-sm c-text-3 pb-2">
        {rich(
          '{file} names them. A file starts nothing: each is used in this project only once you have agreed to it, and asks again when it changes.',
          { file: <code>.devonz/config.toml</code> },
        )}
      </p>
      <ul aria-label={t('MCP servers of this project')} className="mcp-servers">
        {servers.map((one) =>
          one.status === 'in-use' ? (
            <McpServerRow key={one.server.name} server={one.server} state={states.get(one.server.name)} isOfProject />
          ) : (
            <WaitingServer key={one.server.name} one={one} />
          ),
        )}
      </ul>
    </section>
  );
}

const WORDS: Readonly<Record<Exclude<ProjectServer['status'], 'in-use'>, () => string>> = {
  new: () => t('Not used yet'),
  changed: () => t('Changed since you agreed to it: not used'),
  hidden: () => t('Not used: you have a server of this name'),
};

function WaitingServer({ one: { status, server } }: { one: ProjectServer }) {
  const actions = useActions('mcp');
  if (status === 'in-use') return null;
  const names = server.transport === 'http' ? server.headerNames : server.environmentNames;
  return (
    <li className="mcp-server" aria-label={t('MCP server {name}', { name: server.name })}>
      <div className="mcp-head">
        <p className="mcp-title flex flex-wrap items-center gap-6px">
          <span className="font-medium">{server.name}</span>
          <Badge tone={status === 'hidden' ? 'neutral' : 'yellow'}>{WORDS[status]()}</Badge>
        </p>
      </div>
      <div className="mcp-body">
        <p className="text-sm c-text-2">
          {server.transport === 'http'
            ? t('The agent would send what it calls tools with to this address:')
            : t('This command would start a program in the engine, which can read and change the project:')}
        </p>
        <pre className="well p-8px whitespace-pre-wrap wrap-anywhere">{visibleLines(mcpTarget(server))}</pre>
        {names.length > 0 && (
          <p className="text-sm c-text-3">
            {t('It wants values for {names}, which you type once it is used.', { names: names.join(', ') })}
          </p>
        )}
        {status !== 'hidden' && (
          <div>
            <Button variant="ink" onClick={() => void actions.takeProjectServer(server)}>
              {server.transport === 'http' ? t('Use this server') : t('Start and use this command')}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
