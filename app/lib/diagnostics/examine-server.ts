import { t, tIn } from '../i18n/t.ts';
import { errorMessage } from '../protocol/error-message.ts';
import type { ConnectionsState } from '../stores/connections.ts';
import type { Finding } from './finding.ts';

interface ServerLook {
  /** Requests a small file of the app's own server, bypassing every cache. */
  request(): Promise<Response>;
  now(): number;
  isOnline(): boolean;
}

export async function examineServer({ request, now, isOnline }: ServerLook): Promise<Finding> {
  const about = { id: 'server', name: t('The app’s server') } as const;
  const advice = t(
    'Check that the server runs and that this computer is online, then check again. Chats and files are in this browser and stay.',
  );
  const startedAt = now();
  try {
    const response = await request();
    if (!response.ok) return { ...about, state: 'failed', value: t('It answered {status}', { status: response.status }), advice };
    return { ...about, state: 'good', value: t('Answers, in {milliseconds} ms', { milliseconds: Math.round(now() - startedAt) }) };
  } catch (error) {
    return { ...about, state: 'failed', value: isOnline() ? errorMessage(error) : t('This computer is offline'), advice };
  }
}

/** Lists the providers that have a key. The page does not know the keys. */
export function examineKeys(connections: ConnectionsState): Finding {
  const about = { id: 'keys', name: tIn('of providers', 'Keys') } as const;
  if (connections.state !== 'ready') return { ...about, state: 'note', value: t('Not known: the server did not answer') };
  const names = connections.connections
    .filter(({ secretsSet, owner }) => owner === 'server' || secretsSet.length > 0)
    .map(({ name, owner }) => (owner === 'server' ? t('{name} (the server’s)', { name }) : t('{name} (yours)', { name })));
  if (names.length === 0)
    return { ...about, state: 'note', value: t('None: the demo model answers'), advice: t('Settings → Models → Add a provider.') };
  const { serverKeys } = connections;
  const advice = serverKeys.state === 'granted' ? {} : { advice: serverKeys.why };
  return { ...about, state: 'good', value: names.join(', '), ...advice };
}
