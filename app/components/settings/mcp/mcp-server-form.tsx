import { useStore } from '@nanostores/react';
import { type FormEvent, useId, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { suggestedName } from '../../../lib/mcp/config/server-name.ts';
import { type McpServer, mcpRouteSchema, mcpTarget } from '../../../lib/protocol/mcp/mcp.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { McpTestResult, useMcpTest } from './mcp-test-result.tsx';
import { type SecretField, SecretFields } from './secret-fields.tsx';
import { draftOf, EMPTY_DRAFT, isAddress, type ReadDraft, readDraft, type ServerDraft } from './server-draft.ts';

interface McpServerFormProps {
  /** `null` for a new server. */
  edited: McpServer | null;
  /** Whether a file determines the target, so that only its secret values can be edited. */
  isTargetFixed?: boolean;
  onDone: () => void;
}

type Problem = Extract<ReadDraft, { ok: false }>;

/** Manages the form's content and its validation problem. */
function useServerDraft(edited: McpServer | null) {
  const { mcpServers } = useStore($settings, { keys: ['mcpServers'] });
  const [draft, setDraft] = useState<ServerDraft>(() => (edited === null ? EMPTY_DRAFT : draftOf(edited)));
  const [problem, setProblem] = useState<Problem | null>(null);
  const taken = mcpServers.map(({ name }) => name).filter((name) => name !== edited?.name);
  return {
    draft,
    problem,
    setProblem,
    taken,
    patch(change: Partial<ServerDraft>) {
      setProblem(null);
      setDraft((now) => ({ ...now, ...change }));
    },
    read() {
      const found = readDraft(draft, edited, taken);
      setProblem(found.ok ? null : found);
      return found.ok ? found : null;
    },
  };
}

/** A form for a server, given by address or command, with its secrets. It can be tested before it is saved. */
export function McpServerForm({ edited, isTargetFixed = false, onDone }: McpServerFormProps) {
  const actions = useActions('mcp');
  const { draft, problem, setProblem, taken, patch, read } = useServerDraft(edited);
  const [isBusy, setIsBusy] = useState(false);
  const { test, run } = useMcpTest();
  const isHttp = isAddress(draft.target);
  const isCommand = draft.target.trim() !== '' && !isHttp;
  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = read();
    if (found === null || isBusy) return;
    setIsBusy(true);
    const outcome = await actions.saveMcpServer(found.server, found.secrets);
    setIsBusy(false);
    if (!outcome.ok) return setProblem({ ok: false, field: 'target', why: outcome.why });
    // The button's label says that it starts the command in the field, so no further confirmation is needed.
    if (found.server.transport === 'stdio') void actions.confirmMcpCommand(found.server.name, found.server.command);
    onDone();
  }
  return (
    <form
      className="mcp-form"
      aria-label={edited === null ? t('New MCP server') : t('Edit {name}', { name: edited.name })}
      onSubmit={(event) => void submit(event)}
    >
      <TargetFields draft={draft} edited={edited} isFixed={isTargetFixed} taken={taken} problem={problem} onChange={patch} />
      <Secrets draft={draft} edited={edited} onChange={patch} />
      {isHttp && <RouteField draft={draft} onChange={patch} />}
      {problem?.field === 'values' && <Why problem={problem} />}
      <McpTestResult test={test} />
      <div className="card-actions">
        <Button type="submit" variant="ink" isBusy={isBusy} disabled={isBusy}>
          {isCommand ? t('Save and start') : t('Save')}
        </Button>
        <Button
          isBusy={test.state === 'running'}
          onClick={() => {
            const found = read();
            if (found !== null) run(found.server, found.secrets);
          }}
        >
          {isCommand ? t('Start it for a test') : t('Test')}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

/** The headers of an address, or the environment variables of a command. */
function Secrets({ draft, edited, onChange }: Pick<TargetFieldsProps, 'draft' | 'edited' | 'onChange'>) {
  const target = draft.target.trim();
  if (target === '') return null;
  // Stored secrets are valid only for the exact address or command they were stored for.
  const isBound = edited !== null && target === mcpTarget(edited);
  const asBound = (fields: readonly SecretField[]) => (isBound ? fields : fields.map((field) => ({ ...field, isKept: false })));
  return isAddress(target) ? (
    <SecretFields
      key="headers"
      legend={t('Headers, such as Authorization. Values are kept in this browser, shown never again, and sent to this address alone.')}
      kind="header"
      namePlaceholder="Authorization"
      fields={asBound(draft.headers)}
      onChange={(headers) => onChange({ headers })}
    />
  ) : (
    <SecretFields
      key="environment"
      legend={t('Environment. Values are kept in this browser, shown never again, and given to this command alone.')}
      kind="variable"
      namePlaceholder="API_KEY"
      fields={asBound(draft.environment)}
      onChange={(environment) => onChange({ environment })}
    />
  );
}

function Why({ problem }: { problem: Problem }) {
  return (
    <p role="alert" className="text-sm c-red mcp-why">
      {problem.why}
    </p>
  );
}

interface TargetFieldsProps {
  draft: ServerDraft;
  edited: McpServer | null;
  isFixed: boolean;
  taken: readonly string[];
  problem: Problem | null;
  onChange: (change: Partial<ServerDraft>) => void;
}

function TargetFields({ draft, edited, isFixed, taken, problem, onChange }: TargetFieldsProps) {
  const id = useId();
  return (
    <>
      <div>
        <label htmlFor={`${id}-target`} className="text-sm c-text-2">
          {t('Address or command')}
        </label>
        <input
          id={`${id}-target`}
          className="field mono"
          placeholder={t('https://mcp.example.org/mcp, or npx -y @modelcontextprotocol/server-memory')}
          maxLength={2_000}
          spellCheck={false}
          autoComplete="off"
          readOnly={isFixed}
          aria-invalid={problem?.field === 'target'}
          value={draft.target}
          onChange={(event) => onChange({ target: event.target.value })}
        />
        {problem?.field === 'target' && <Why problem={problem} />}
      </div>
      {edited === null && (
        <div>
          <label htmlFor={`${id}-name`} className="text-sm c-text-2">
            {t('Name (its tools are called by it)')}
          </label>
          <input
            id={`${id}-name`}
            className="field mono"
            placeholder={draft.target.trim() === '' ? 'memory' : suggestedName(draft.target, taken)}
            maxLength={24}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={problem?.field === 'name'}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          {problem?.field === 'name' && <Why problem={problem} />}
        </div>
      )}
    </>
  );
}

function RouteField({ draft, onChange }: Pick<TargetFieldsProps, 'draft' | 'onChange'>) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-sm c-text-2">
        {t('Way')}
      </label>
      <select
        id={id}
        className="field"
        value={draft.route}
        onChange={(event) => onChange({ route: mcpRouteSchema.parse(event.target.value) })}
      >
        <option value="auto">{t('Directly, or through the app’s server where the browser refuses')}</option>
        <option value="direct">{t('Directly only: what is sent passes nobody else')}</option>
        <option value="relay">{t('Through the app’s server only')}</option>
      </select>
    </div>
  );
}
