import './mcp-settings.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { MOST_MCP_SERVERS } from '../../../lib/protocol/mcp/mcp.ts';
import { $mcp } from '../../../lib/stores/mcp.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { Button } from '../../ui/button.tsx';
import { McpPaste } from './mcp-paste.tsx';
import { McpServerForm } from './mcp-server-form.tsx';
import { McpServerRow } from './mcp-server-row.tsx';
import { ProjectServerList } from './project-server-list.tsx';

/** Servers whose tools the agent may use. */
export function McpSettings() {
  const { mcpServers } = useStore($settings, { keys: ['mcpServers'] });
  const states = useStore($mcp);
  const [open, setOpen] = useState<'nothing' | 'form' | 'paste'>('nothing');
  const isFull = mcpServers.length >= MOST_MCP_SERVERS;
  return (
    <>
      <p className="c-text-2 pb-3">
        {t(
          'MCP servers give the agent more tools, by an address or as a program in the engine. Each tool asks before it is used, until you say otherwise. What a server answers is untrusted.',
        )}
      </p>
      {open === 'nothing' && (
        <div className="flex flex-wrap gap-8px pb-3">
          <Button icon="i-lucide-plus" disabled={isFull} onClick={() => setOpen('form')}>
            {t('Add a server')}
          </Button>
          <Button icon="i-lucide-clipboard-paste" disabled={isFull} onClick={() => setOpen('paste')}>
            {t('Paste JSON of another client')}
          </Button>
        </div>
      )}
      {open !== 'nothing' && (
        <div className="pb-3">
          {open === 'form' ? (
            <McpServerForm edited={null} onDone={() => setOpen('nothing')} />
          ) : (
            <McpPaste onDone={() => setOpen('nothing')} />
          )}
        </div>
      )}
      {isFull && (
        <p className="c-text-3 text-sm pb-3">{t('There are {most} servers: remove one to add another.', { most: MOST_MCP_SERVERS })}</p>
      )}
      <ul aria-label={t('MCP servers')} className="mcp-servers">
        {mcpServers.length === 0 && <li className="c-text-3">{t('No servers yet.')}</li>}
        {mcpServers.map((server) => (
          <McpServerRow key={server.name} server={server} state={states.get(server.name)} isOfProject={false} />
        ))}
      </ul>
      <ProjectServerList />
    </>
  );
}
