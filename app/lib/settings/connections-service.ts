import { z } from 'zod';
import { saidReason } from '../i18n/said-reason.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { errorMessage } from '../protocol/error-message.ts';
import {
  type ConnectionRequest,
  type ConnectionsResponse,
  type ConnectionTest,
  connectionSavedSchema,
  connectionsResponseSchema,
  connectionTestSchema,
  type GivenConnection,
} from '../protocol/models/connections.ts';
import { OWN_REQUEST_HEADER } from '../protocol/own-request.ts';
import { keptReasonSchema } from '../protocol/texts/kept-reason-schema.ts';
import { $connections } from '../stores/connections.ts';

/** The result of saving; `field` names the invalid field. */
export type SaveOutcome = { ok: true; id: string } | { ok: false; why: string; field?: string };

/** User actions on the user's own keys. Keys pass through and are not stored in the page. */
export interface ConnectionActions {
  refreshConnections(): Promise<void>;
  saveConnection(given: GivenConnection): Promise<SaveOutcome>;
  testConnection(given: GivenConnection, signal: AbortSignal): Promise<ConnectionTest>;
  /** Resolves to whether it was removed; a notice explains a failure. */
  removeConnection(id: string): Promise<boolean>;
  /** Unlocks the models behind the server's own keys for this browser. */
  enterPassphrase(passphrase: string): Promise<{ ok: true } | { ok: false; why: string }>;
  /** Locks them again; a notice explains a failure. */
  leaveServerModels(): Promise<void>;
}

const ADDRESS = '/api/connections';
const refusalSchema = z.object({
  error: z.object({ message: z.string(), reason: keptReasonSchema, field: z.string().optional() }),
});

/** The server refused the request; the message is the server's. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly field: string | undefined;

  constructor(message: string, field: string | undefined) {
    super(message);
    this.field = field;
  }
}

export interface ConnectionsDependencies {
  request: typeof fetch;
  notices: NoticeService;
  /** Called when the available models have changed. */
  onChange(): Promise<void>;
}

async function changeAccess(request: typeof fetch, body: { passphrase: string } | { leave: true }): Promise<void> {
  const headers = { 'content-type': 'application/json', [OWN_REQUEST_HEADER]: '1' };
  const response = await request('/api/access', { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) await bodyOf(response);
}

export function createConnectionsService({ request, notices, onChange }: ConnectionsDependencies): ConnectionActions {
  const load = async (): Promise<ConnectionsResponse> => {
    const response = await request(ADDRESS, { headers: { [OWN_REQUEST_HEADER]: '1' } });
    const found = connectionsResponseSchema.parse(await bodyOf(response));
    for (const { message, reason } of found.dropped) notices.error(saidReason({ why: message, reason }));
    $connections.set({ ...found, state: 'ready' });
    return found;
  };
  const post = async (body: ConnectionRequest, signal?: AbortSignal): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', [OWN_REQUEST_HEADER]: '1' };
    const response = await request(ADDRESS, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
    return bodyOf(response);
  };
  return {
    async refreshConnections() {
      try {
        await load();
      } catch (error) {
        $connections.set({ state: 'failed', why: whyOf(error) });
      }
    },
    async saveConnection(connection) {
      try {
        const { savedId } = connectionSavedSchema.parse(await post({ action: 'save', connection }));
        // Reload: only a second request shows whether the browser has kept it.
        const { connections } = await load();
        if (!connections.some(({ id, owner }) => id === savedId && owner === 'user')) return { ok: false, why: notKeptText() };
        await onChange();
        return { ok: true, id: savedId };
      } catch (error) {
        const field = error instanceof RefusedError ? error.field : undefined;
        return { ok: false, why: whyOf(error), ...(field === undefined ? {} : { field }) };
      }
    },
    async testConnection(connection, signal) {
      try {
        return connectionTestSchema.parse(await post({ action: 'test', connection }, signal));
      } catch (error) {
        return { ok: false, kind: error instanceof RefusedError ? 'other' : 'network', message: whyOf(error) };
      }
    },
    async enterPassphrase(passphrase) {
      try {
        await changeAccess(request, { passphrase });
        const { serverKeys } = await load();
        if (serverKeys.state !== 'granted') return { ok: false, why: notKeptText() };
        await onChange();
        return { ok: true };
      } catch (error) {
        return { ok: false, why: whyOf(error) };
      }
    },
    async leaveServerModels() {
      try {
        await changeAccess(request, { leave: true });
        await load();
        await onChange();
      } catch (error) {
        notices.error(t('You could not be signed out. {error}', { error: whyOf(error) }));
      }
    },
    async removeConnection(id) {
      const isGone = await notices.guard(t('The connection was not removed'), async () => {
        await post({ action: 'remove', id });
        await load();
        await onChange();
        return true;
      });
      return isGone === true;
    },
  };
}

const notKeptText = () =>
  t(
    'The browser did not keep it. It refuses cookies for this address, or the app is not opened over https. Allow cookies for it and save again.',
  );

async function bodyOf(response: Response): Promise<unknown> {
  if (response.ok) return response.json();
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null));
  if (!refusal.success) throw new Error(t('The server answered {status}. Try again.', { status: response.status }));
  const { message, reason, field } = refusal.data.error;
  throw new RefusedError(saidReason({ why: message, reason }), field);
}

/** Returns a message for the user. The browser's own text for a network failure is of no help. */
function whyOf(error: unknown): string {
  if (error instanceof TypeError)
    return t('The app’s server could not be reached. Check that it runs and that you are online, then try again.');
  if (error instanceof z.ZodError)
    return t('The server answered with something other than expected. Reload the page: it may have been updated.');
  return errorMessage(error);
}
