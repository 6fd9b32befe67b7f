import { t } from '../../../lib/i18n/t.ts';
import { suggestedName } from '../../../lib/mcp/config/server-name.ts';
import type { McpGivenSecrets } from '../../../lib/mcp/mcp-service.ts';
import { type McpRoute, type McpServer, mcpServerSchema, mcpTarget } from '../../../lib/protocol/mcp/mcp.ts';
import type { SecretField } from './secret-fields.tsx';

/** The content of the server form. */
export interface ServerDraft {
  /** An address or a command. */
  target: string;
  /** If empty, the suggested name is used. */
  name: string;
  route: McpRoute;
  headers: readonly SecretField[];
  environment: readonly SecretField[];
}

export const EMPTY_DRAFT: ServerDraft = { target: '', name: '', route: 'auto', headers: [], environment: [] };

export function draftOf(server: McpServer): ServerDraft {
  const kept = (names: readonly string[]) => names.map((name, id): SecretField => ({ id, name, value: '', isKept: true }));
  const base = { ...EMPTY_DRAFT, target: mcpTarget(server), name: server.name };
  return server.transport === 'http'
    ? { ...base, route: server.route, headers: kept(server.headerNames) }
    : { ...base, environment: kept(server.environmentNames) };
}

export function isAddress(target: string): boolean {
  return /^\s*https?:/i.test(target);
}

export type ReadDraft =
  | { ok: true; server: McpServer; secrets: McpGivenSecrets }
  | { ok: false; field: 'target' | 'name' | 'values'; why: string };

/** Returns the problem for the field that the server schema rejects; `value` identifies one of several values. */
function problemAt(place: PropertyKey | undefined, value: string | undefined): Omit<Extract<ReadDraft, { ok: false }>, 'ok'> {
  switch (place) {
    case 'name':
      return {
        field: 'name',
        why: t('a name is lower-case letters, digits and hyphens, begins with a letter and has at most 24 characters.'),
      };
    case 'url':
      return { field: 'target', why: t('an address begins with https:// or http://.') };
    case 'command':
      return { field: 'target', why: t('a command is one line.') };
  }
  if (value === undefined) return { field: 'values', why: t('There are too many of them.') };
  const name = JSON.stringify(value);
  const isHeader = place === 'headerNames';
  return {
    field: 'values',
    why: isHeader
      ? t('{name} cannot be the name of an HTTP header.', { name })
      : t('{name} cannot be the name of an environment variable.', { name }),
  };
}

/** Reads the server from a form. `edited` is the server being changed, `taken` the names of the others. */
export function readDraft(draft: ServerDraft, edited: McpServer | null, taken: readonly string[]): ReadDraft {
  const target = draft.target.trim();
  if (target === '') return { ok: false, field: 'target', why: t('Type an address or a command.') };
  const name = edited?.name ?? (draft.name.trim() === '' ? suggestedName(target, taken) : draft.name.trim());
  if (taken.includes(name)) return { ok: false, field: 'name', why: t('There is a server called {name} already.', { name }) };
  const isHttp = isAddress(target);
  const pairs = (isHttp ? draft.headers : draft.environment)
    .map((pair) => ({ ...pair, name: pair.name.trim() }))
    .filter((pair) => pair.name !== '' || pair.value !== '');
  const doubled = pairs.find((pair, index) => pairs.findIndex((other) => other.name.toLowerCase() === pair.name.toLowerCase()) !== index);
  if (doubled !== undefined) return { ok: false, field: 'values', why: t('{name} is there twice.', { name: doubled.name }) };
  const names = pairs.map((pair) => pair.name);
  const base = { name, isEnabled: edited?.isEnabled ?? true, verdicts: edited?.verdicts ?? {} };
  const parsed = mcpServerSchema.safeParse(
    isHttp
      ? { ...base, transport: 'http', url: target, route: draft.route, headerNames: names }
      : { ...base, transport: 'stdio', command: target, environmentNames: names },
  );
  if (!parsed.success) {
    const [place, index] = parsed.error.issues[0]?.path ?? [];
    return { ok: false, ...problemAt(place, names[Number(index)]) };
  }
  const values = Object.fromEntries(pairs.filter(({ value }) => value !== '').map((pair) => [pair.name, pair.value]));
  const secrets = isHttp ? { headers: values, environment: {} } : { headers: {}, environment: values };
  return { ok: true, server: parsed.data, secrets };
}
