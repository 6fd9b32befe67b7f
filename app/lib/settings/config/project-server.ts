import { z } from 'zod';
import { t } from '../../i18n/t.ts';
import { type McpServer, mcpServerSchema } from '../../protocol/mcp/mcp.ts';
import { tableOf } from './read-toml.ts';

export const MOST_PROJECT_SERVERS = 8;

/** Headers and variables are given by name only: secret values do not belong in a project's file. */
const entrySchema = z.strictObject({
  command: z.string().optional(),
  url: z.string().optional(),
  headers: z.array(z.string()).default([]),
  environment: z.array(z.string()).default([]),
});

export type ProjectServerReading = { ok: true; server: McpServer } | { ok: false; field: string | null; why: string };

/** Reads an MCP server that a project declares; on failure returns the problem and the field it is in. */
export function projectServerOf(name: string, entry: unknown): ProjectServerReading {
  const wrong = (why: string, field: string | null = null): ProjectServerReading => ({ ok: false, field, why });
  const table = tableOf(entry);
  if (table === null) return wrong(t('must be a table with a command or a url'));
  const parsed = entrySchema.safeParse(Object.fromEntries(table));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    if (issue?.code === 'unrecognized_keys')
      return wrong(t('has no “{key}”; it has command or url, headers, environment', { key: issue.keys[0] ?? '' }), issue.keys[0]);
    const field = String(issue?.path[0] ?? '');
    const isList = field === 'headers' || field === 'environment';
    return wrong(
      isList ? t('{field} must be a list of names; you type the values in Settings', { field }) : t('{field} must be a text', { field }),
      field,
    );
  }
  const { command, url, headers, environment } = parsed.data;
  if ((command === undefined) === (url === undefined)) return wrong(t('must have either a command or a url'));
  const base = { name, isEnabled: true, verdicts: {} };
  const server = mcpServerSchema.safeParse(
    url !== undefined
      ? { ...base, transport: 'http', url, route: 'auto', headerNames: headers }
      : { ...base, transport: 'stdio', command, environmentNames: environment },
  );
  if (server.success) return { ok: true, server: server.data };
  const [issue] = server.error.issues;
  const field = String(issue?.path[0] ?? '');
  if (field === 'name') return wrong(t('its name does not fit: {problem}', { problem: issue?.message ?? '' }));
  return wrong(
    t('does not fit: {problem}', { problem: issue?.message ?? '' }),
    field.replace('headerNames', 'headers').replace('environmentNames', 'environment'),
  );
}
