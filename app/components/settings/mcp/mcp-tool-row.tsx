import { t } from '../../../lib/i18n/t.ts';
import { type McpServer, type McpVerdict, mcpVerdictSchema } from '../../../lib/protocol/mcp/mcp.ts';
import type { McpTool } from '../../../lib/stores/mcp.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextChange } from '../../ui/foreign/text-change.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { visibleLines } from '../../ui/text/visible-name.ts';

const VERDICTS: readonly { value: McpVerdict; text: () => string }[] = [
  { value: 'ask', text: () => t('Ask') },
  { value: 'allow', text: () => t('Allow') },
  { value: 'deny', text: () => t('Deny') },
];

/** Describes the server's own hints about its tool, which are not verified. */
function hintText({ hints: { isReadOnly, isDestructive, isOpenWorld } }: McpTool): string {
  const said = [
    ...(isReadOnly === true ? [t('only reads')] : []),
    ...(isDestructive === true ? [t('can destroy')] : []),
    ...(isOpenWorld === true ? [t('reaches others')] : []),
  ];
  return said.length === 0 ? '' : t('The server says that it {hints}.', { hints: said.join(', ') });
}

/** Returns the description followed by the arguments; `schema` is the JSON schema of the arguments. */
function wholeText({ description, schema }: { description: string; schema: string }): string {
  return `${description}\n\n${t('Arguments: {schema}', { schema: readable(schema) })}`;
}

function readable(schema: string): string {
  try {
    return JSON.stringify(JSON.parse(schema), null, 2);
  } catch {
    return schema;
  }
}

interface McpToolRowProps {
  server: McpServer;
  tool: McpTool;
}

/** One tool: its description, and the user's choice for it. */
export function McpToolRow({ server, tool }: McpToolRowProps) {
  const actions = useActions('mcp');
  const name = visibleLines(tool.name);
  const hints = hintText(tool);
  const verdict = new Map(Object.entries(server.verdicts)).get(tool.name) ?? 'ask';
  return (
    <li className="mcp-tool">
      <div className="mcp-tool-words">
        <p className="flex flex-wrap items-center gap-6px">
          <code className="wrap-anywhere">{name}</code>
          {tool.seen.status === 'changed' && <Badge tone="yellow">{t('Changed since you saw it')}</Badge>}
        </p>
        <p className="mcp-tool-text">
          {tool.description === '' ? t('The server does not describe it.') : <LongText text={visibleLines(tool.description)} />}
        </p>
        {hints !== '' && <p className="text-sm c-text-3">{hints}</p>}
        {tool.seen.status === 'changed' && (
          <>
            <TextChange
              before={wholeText(tool.seen.before)}
              after={wholeText({ description: tool.description, schema: JSON.stringify(tool.schema) })}
            />
            <Button size={24} onClick={() => void actions.markMcpToolSeen(server.name, tool.name, tool.hash)}>
              {t('I have read it')}
            </Button>
          </>
        )}
      </div>
      <select
        className="field mcp-verdict"
        aria-label={t('Permission of {name}', { name })}
        value={verdict}
        onChange={(event) => actions.setMcpVerdict(server.name, tool.name, mcpVerdictSchema.parse(event.target.value))}
      >
        {VERDICTS.map(({ value, text }) => (
          <option key={value} value={value}>
            {text()}
          </option>
        ))}
      </select>
    </li>
  );
}
