import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type ClientJsonReading, type ReadServer, readClientJson } from '../../../lib/mcp/config/read-client-json.ts';
import { MOST_MCP_SERVERS, mcpTarget } from '../../../lib/protocol/mcp/mcp.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { visibleLines } from '../../ui/text/visible-name.ts';

/** The JSON that other clients have for their servers, pasted; what it would add is shown first. */
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
        <span className="text-sm c-text-2">JSON of another client, such as Claude, Cursor or VS Code: {'{ "mcpServers": { … } }'}</span>
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
          Read
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
      {reading !== null && (
        <div role="status" aria-label="What was read">
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
    <ul aria-label="Problems" className="m-0 pl-16px c-red text-sm">
      {reading.problems.map(({ line, message }) => (
        <li key={`${line} ${message}`} className="mcp-why">
          Line {line}: {visibleLines(message)}
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
  /** More than there is room for. */
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
      <ul aria-label="Servers to add" className="m-0 pl-16px">
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
          There is room for {MOST_MCP_SERVERS} servers: the last {left} are left out.
        </p>
      )}
      <p className="text-sm c-text-3 py-4px">Commands wait until you start them. Addresses are connected to at once.</p>
      <Button variant="ink" isBusy={isBusy} disabled={isBusy} onClick={() => void add()}>
        {servers.length === 1 ? 'Add 1 server' : `Add ${servers.length} servers`}
      </Button>
    </>
  );
}

function SecretCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="text-sm c-text-3">{count === 1 ? 'With 1 value that is kept secret' : `With ${count} values that are kept secret`}</p>
  );
}
