import { LANGUAGE_COOKIE } from '../../lib/i18n/choose-locale.ts';
import type { ConnectionEnvironment } from '../connections/connection-environment.server.ts';
import { createKeyStore } from '../connections/key-store.server.ts';
import { ownCookies } from '../connections/own-cookies.server.ts';
import { isLocalServer } from '../hosts/host-names.server.ts';

/**
 * `POST /api/forget`: deletes everything of the sender: their cookies, together with the data that the server stores for them. The browser
 * clears the origin's storage, even if a script finds it damaged. `"cookies"` is not used, because it would delete the cookies of every
 * host of this domain.
 */
export async function forgetUser(request: Request, environment: ConnectionEnvironment): Promise<Response> {
  const cookies = ownCookies(request, isLocalServer(environment));
  const store = createKeyStore(environment.KEY_STORE);
  for (const held of [...cookies.values.values()].flat()) await store.remove(held);
  const headers = new Headers({ 'cache-control': 'no-store', 'clear-site-data': '"storage"' });
  for (const name of [...cookies.values.keys(), 'probe']) for (const cookie of cookies.expire(name)) headers.append('set-cookie', cookie);
  headers.append('set-cookie', `${LANGUAGE_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`);
  return new Response(null, { status: 204, headers });
}
