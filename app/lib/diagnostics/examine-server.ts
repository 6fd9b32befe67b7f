import { t } from '../i18n/t.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { ConnectionsState } from '../stores/connections.ts';
import { DIAGNOSTICS_TEXT as TEXT } from './diagnostics-text.ts';
import type { Finding } from './finding.ts';

interface ServerLook {
  /** Requests a small file of the app's own server, bypassing every cache. */
  request(): Promise<Response>;
  now(): number;
  isOnline(): boolean;
}

export async function examineServer({ request, now, isOnline }: ServerLook): Promise<Finding> {
  const about = { id: 'server', name: TEXT.server() } as const;
  const startedAt = now();
  try {
    const response = await request();
    if (!response.ok)
      return { ...about, state: 'failed', value: t('It answered {status}', { status: response.status }), advice: TEXT.serverAdvice() };
    return { ...about, state: 'good', value: t('Answers, in {milliseconds} ms', { milliseconds: Math.round(now() - startedAt) }) };
  } catch (error) {
    return { ...about, state: 'failed', value: isOnline() ? errorMessage(error) : TEXT.offline(), advice: TEXT.serverAdvice() };
  }
}

/** Lists the providers that have a key. The page does not know the keys. */
export function examineKeys(connections: ConnectionsState): Finding {
  const about = { id: 'keys', name: TEXT.keys() } as const;
  if (connections.state !== 'ready') return { ...about, state: 'note', value: TEXT.keysUnknown() };
  const names = connections.connections
    .filter(({ secretsSet, owner }) => owner === 'server' || secretsSet.length > 0)
    .map(({ name, owner }) => (owner === 'server' ? t('{name} (the server’s)', { name }) : t('{name} (yours)', { name })));
  if (names.length === 0) return { ...about, state: 'note', value: TEXT.noKeys(), advice: TEXT.keysAdvice() };
  const { serverKeys } = connections;
  const advice = serverKeys.state === 'granted' ? {} : { advice: serverKeys.why };
  return { ...about, state: 'good', value: names.join(', '), ...advice };
}
