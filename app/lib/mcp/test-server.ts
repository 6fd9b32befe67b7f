import { t } from '../i18n/t.ts';
import type { McpSecrets, McpServer } from '../protocol/mcp/mcp.ts';
import type { McpOffers } from '../stores/mcp.ts';
import type { McpOutcome } from './mcp-service.ts';
import { seenOf } from './seen-of.ts';
import type { SessionDependencies } from './server-session.ts';
import { said } from './words.ts';

/** Connects to a server, lists its offers, and disconnects. */
export async function testServer(
  server: McpServer,
  secrets: Omit<McpSecrets, 'boundTo'>,
  { load, surroundings, signIn, store }: Omit<SessionDependencies, 'onChange'>,
  signal: AbortSignal,
): Promise<McpOutcome<McpOffers>> {
  try {
    const authProvider = server.transport === 'http' ? await signIn?.providerFor(server) : undefined;
    const connect = await load();
    const options = { secrets, authProvider, signal, onListsChanged: () => undefined, onClosed: () => undefined };
    const result = await connect(server, surroundings, options);
    if (result.status === 'needs-sign-in') return { ok: false, why: t('The server wants you to sign in. Save it, then sign in.') };
    if (result.status === 'failed') return { ok: false, why: result.why() };
    const { connected } = result;
    try {
      const listed = await connected.list(signal);
      if (!listed.ok) return said(listed);
      const confirmed = await store.confirmed(server);
      const { serverName, serverVersion, via } = connected;
      const tools = listed.value.tools.map(({ tool }) => ({ ...tool, seen: seenOf(tool, confirmed) }));
      return { ok: true, value: { ...listed.value, tools, serverName, serverVersion, via } };
    } finally {
      await connected.close();
    }
  } catch (error) {
    return { ok: false, why: signal.aborted ? t('The test was stopped.') : t('The test failed: {problem}', { problem: String(error) }) };
  }
}
