import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { plural } from '../../../lib/i18n/plural.ts';
import { t, tIn } from '../../../lib/i18n/t.ts';
import { type ClientJsonReading, type ReadServer, readClientJson } from '../../../lib/mcp/config/read-client-json.ts';
import { MOST_MCP_SERVERS, mcpTarget } from '../../../lib/protocol/mcp/mcp.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { visibleLines } from '../../ui/text/visible-name.ts';

/** A field for pasting the server JSON of other MCP clients. It previews the servers before adding them. */
export function McpPaste({ onDone }: { onDone: () => void }) {
  const actions = useActions('mcp');
  const { mcpServers } = useStore($settings, { keys: ['mcpServers'] });
  const [text, setText] = useState('');
  const [reading, setReading] = useState<ClientJsonReading | null>(null);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const room = MOST_MCP_SERVERS - mcpServers.length;
  async function add(servers: readonly ReadServer[]) {
    const refused: string[] = [];
    for (const { server, secrets } of servers) {
      const outcome = await actions.saveMcpServer(server, secrets);
      if (!outcome.ok) refused.push(`${server.name}: ${outcome.why}`);
    }
    setFailures(refused);
    if (refused.length === 0) onDone();
  }
  return (
    <div className="mcp-form">
      <label className="flex flex-col gap-4px">
        <span className="text-sm c-text-2">
          {t('JSON of another client, such as Claude, Cursor or VS Code: {form}', { form: '{ "mcpServers": { … } }' })}
        </span>
        <textarea
          className="field mono mcp-paste scroll"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setReading(null);
          }}
        />
      </label>
      <div className="card-actions">
        <Button
          disabled={text.trim() === ''}
          onClick={() =>
            setReading(
              readClientJson(
                text,
                mcpServers.map(({ name }) => name),
              ),
            )
          }
        >
          {tIn('pasted JSON', 'Read')}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
      {reading !== null && (
        <div role="status" aria-label={t('What was read')}>
          <Problems reading={reading} failures={failures} />
          <Found servers={reading.servers.slice(0, room)} left={reading.servers.length - room} onAdd={add} />
        </div>
      )}
    </div>
  );
}

function Problems({ reading, failures }: { reading: ClientJsonReading; failures: readonly string[] }) {
  if (reading.problems.length + failures.length === 0) return null;
  return (
    <ul aria-label={t('Problems')} className="m-0 pl-16px c-red text-sm">
      {reading.problems.map(({ line, message }) => (
        <li key={`${line} ${message}`} className="mcp-why">
          {t('Line {line}: {message}', { line, message: visibleLines(message) })}
        </li>
      ))}
      {failures.map((failure) => (
        <li key={failure} className="mcp-why">
          {visibleLines(failure)}
        </li>
      ))}
    </ul>
  );
}

interface FoundProps {
  servers: readonly ReadServer[];
  /** The number of servers beyond the limit. */
  left: number;
  onAdd: (servers: readonly ReadServer[]) => Promise<void>;
}

function Found({ servers, left, onAdd }: FoundProps) {
  const [isBusy, setIsBusy] = useState(false);
  if (servers.length === 0) return null;
  const add = async () => {
    setIsBusy(true);
    await onAdd(servers);
    setIsBusy(false);
  };
  return (
    <>
      <ul aria-label={t('Servers to add')} className="m-0 pl-16px">
        {servers.map(({ server, secrets, remarks }) => (
          <li key={server.name} className="py-4px">
            <span className="font-medium">{server.name}</span>{' '}
            <code className="wrap-anywhere c-text-2">{visibleLines(mcpTarget(server))}</code>
            <SecretCount count={Object.keys({ ...secrets.headers, ...secrets.environment }).length} />
            {remarks.map((remark) => (
              <p key={remark} className="text-sm c-yellow mcp-why">
                {visibleLines(remark)}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className="c-yellow text-sm">
          {plural(
            left,
            {
              one: 'There is room for {most} servers: the last one is left out.',
              other: 'There is room for {most} servers: the last {count} are left out.',
            },
            { most: MOST_MCP_SERVERS },
          )}
        </p>
      )}
      <p className="text-sm c-text-3 py-4px">{t('Commands wait until you start them. Addresses are connected to at once.')}</p>
      <Button variant="ink" isBusy={isBusy} disabled={isBusy} onClick={() => void add()}>
        {plural(servers.length, { one: 'Add {count} server', other: 'Add {count} servers' })}
      </Button>
    </>
  );
}

function SecretCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="text-sm c-text-3">
      {plural(count, { one: 'With {count} value that is kept secret', other: 'With {count} values that are kept secret' })}
    </p>
  );
}
