import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import { z } from 'zod';
import { buttonName } from '../../button-names/button-name.ts';
import { t } from '../../i18n/t.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import type { McpHttpServer } from '../../protocol/mcp/mcp.ts';
import type { SignInReturn } from '../../protocol/mcp/sign-in-message.ts';
import type { McpOutcome, McpSignIn } from '../mcp-service.ts';
import { assertSignInAddress } from '../network/sign-in-address.ts';
import { type SignInChannel, waitForReturn } from './sign-in-desk.ts';
import type { SignInStore } from './sign-in-provider.ts';

/** A browser window for the pages of an authorisation server. */
export interface SignInWindow {
  show(address: URL): void;
  close(): void;
}

export interface SignInDependencies {
  store: SignInStore;
  /** Returns null if the browser has blocked it. */
  openWindow(): SignInWindow | null;
  openChannel(): SignInChannel;
  /** Where the authorisation server sends the user back to. */
  redirectUrl: string;
  /** Random, unguessable and new with each call. */
  nextState(): string;
}

/** How long a user may take in the other window. In milliseconds. */
const LONGEST_SIGN_IN = 10 * 60_000;

/** Texts for the errors that authorisation servers return to the redirect page. */
const RETURNED_ERRORS: ReadonlyMap<string, () => string> = new Map([
  ['access_denied', () => t('It was refused in the other window. To use this server, sign in again and allow it.')],
  ['temporarily_unavailable', () => t('The server is too busy for a sign-in. Try again later.')],
  ['server_error', () => t('The server had an error while you signed in. Try again later.')],
  ['invalid_scope', () => t('The server offers none of the permissions that it asks for. Its operator has to fix that.')],
]);

/** Signs the user in to HTTP servers: OAuth with PKCE, with a client that is registered on demand. */
export function createMcpSignIn(dependencies: SignInDependencies): McpSignIn<OAuthClientProvider> {
  const { store, redirectUrl } = dependencies;
  return {
    async providerFor(server) {
      const { SignInProvider } = await import('./sign-in-provider.ts');
      const provider = new SignInProvider({ server, store, redirectUrl });
      // Without a sign-in there is nothing to refresh, and no client is registered without the user's request.
      return (await provider.tokens()) === undefined ? undefined : provider;
    },
    async signIn(server, request, signal) {
      // Opened before anything else: later it would no longer count as the user's click.
      const opened = dependencies.openWindow();
      if (opened === null)
        return {
          ok: false,
          why: t('Your browser has blocked the window. Allow pop-ups for this page, then press “{button}” again.', {
            button: buttonName('sign-in'),
          }),
        };
      try {
        return await signIn(server, request, {
          ...dependencies,
          opened,
          signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_SIGN_IN)]),
        });
      } catch (error) {
        return { ok: false, why: failureText(error, signal) };
      } finally {
        opened.close();
      }
    },
  };
}

interface SignInRun extends SignInDependencies {
  opened: SignInWindow;
  signal: AbortSignal;
}

async function signIn(server: McpHttpServer, request: typeof fetch, run: SignInRun): Promise<McpOutcome<null>> {
  const { signal, opened } = run;
  const [{ auth }, { SignInProvider }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/auth.js'),
    import('./sign-in-provider.ts'),
  ]);
  const state = run.nextState();
  let isShown = false;
  const show = (address: URL) => {
    if (!/^https?:$/.test(address.protocol)) throw new Error(t('the address of its sign-in page is not a web address'));
    assertSignInAddress(server, address.href);
    assertOneServer(provider.discoveryState());
    isShown = true;
    opened.show(address);
  };
  const provider = new SignInProvider({ server, store: run.store, redirectUrl: run.redirectUrl, asked: { state, show } });
  const fetchFn = (address: string | URL, init?: RequestInit) => request(address, { ...init, signal });
  // Starts to wait before the window shows anything, because the answer may arrive at once.
  const returned = waitForReturn(state, run.openChannel, signal);
  returned.catch(() => undefined);
  await provider.invalidateCredentials('tokens');
  const options = { serverUrl: server.url, fetchFn, ...(await challengeOf(server, fetchFn)) };
  await auth(provider, options);
  if (!isShown) return { ok: true, value: null };
  const answer = await returned;
  const problem = problemOf(answer, provider.discoveryState()?.authorizationServerMetadata);
  if (problem !== null) return { ok: false, why: problem };
  await auth(provider, { ...options, authorizationCode: answer.code ?? '' });
  return { ok: true, value: null };
}

/** The server's answer to a request without sign-in: where its description is, and which permissions it requires. */
async function challengeOf(server: McpHttpServer, request: (address: string, init: RequestInit) => Promise<Response>) {
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/sdk/client/auth.js');
  const answer = await request(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
  });
  await answer.body?.cancel();
  const { resourceMetadataUrl, scope } = answer.status === 401 ? extractWWWAuthenticateParams(answer) : {};
  return { ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }), ...(scope === undefined ? {} : { scope }) };
}

/**
 * A server that names another's sign-in page, but its own token endpoint, would get a code of that other server (a mix-up attack,
 * RFC 9700 4.4). Therefore both must be at the same origin if the issuer differs from the address of the description.
 */
function assertOneServer(state: OAuthDiscoveryState | undefined): void {
  const { authorizationServerUrl: described, authorizationServerMetadata: said } = state ?? {};
  if (described === undefined || said === undefined || plain(described) === plain(said.issuer)) return;
  if (new URL(said.authorization_endpoint).origin === new URL(said.token_endpoint).origin) return;
  throw new Error(t('its sign-in page is of another server than the one that its answer goes to'));
}

function plain(issuer: string): string {
  return issuer.replace(/\/+$/, '');
}

type Metadata = OAuthDiscoveryState['authorizationServerMetadata'];

/** `asked` is the issuer that was asked. If another issuer answered, it would receive a code that is not meant for it. */
function problemOf({ code, error, description, issuer: answering }: SignInReturn, asked: Metadata): string | null {
  // If an issuer declares that it names itself (RFC 9207) but the answer does not, the answer is from another server.
  const mustSay =
    asked !== undefined &&
    'authorization_response_iss_parameter_supported' in asked &&
    asked.authorization_response_iss_parameter_supported === true;
  if (asked !== undefined && (answering === undefined ? mustSay : answering !== asked.issuer))
    return t('Another server answered than the one that was asked. Nothing was kept.');
  if (error !== undefined) {
    const said = description === undefined ? error : `${error}: ${description}`;
    return RETURNED_ERRORS.get(error)?.() ?? t('The server has refused the sign-in ({said}).', { said: said.slice(0, 500) });
  }
  return code === undefined || code === '' ? t('The server sent nothing back to sign in with. Try again.') : null;
}

function failureText(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return t('The sign-in was cancelled.');
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return t('Nothing came back from the other window for 10 minutes. Press “{button}” again.', { button: buttonName('sign-in') });
  const fields = refusedFields(error);
  if (fields !== null)
    return t('The sign-in failed: what this server says of it is not as it must be ({fields}).', { fields: fields.slice(0, 500) });
  const words = errorMessage(error).slice(0, 500);
  if (/does not support dynamic client registration/i.test(words))
    return t('This server lets no app register itself. If it gives you a token by other means, add it as an Authorization header.');
  return t('The sign-in failed: {words}', { words });
}

/** The problem in a description that the SDK's schemas refuse: their message is JSON for programmers. Null if it is another error. */
function refusedFields(error: unknown): string | null {
  const issues = error instanceof Error && error.name.endsWith('ZodError') && 'issues' in error ? error.issues : null;
  const read = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])) })).safeParse(issues);
  return read.success ? [...new Set(read.data.map(({ path }) => path.join('.')))].join(', ') : null;
}
