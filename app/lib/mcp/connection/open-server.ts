import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { SSEClientTransport, SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { saidReason } from '../../i18n/said-reason.ts';
import { t } from '../../i18n/t.ts';
import { HostError } from '../../outbound/host-error.ts';
import type { McpHttpServer, McpSecrets, McpServer, McpStdioServer } from '../../protocol/mcp/mcp.ts';
import type { RuntimeProcess } from '../../runtime/types.ts';
import { MCP_LIMITS } from '../mcp-limits.ts';
import { serverFetch } from '../network/server-fetch.ts';
import type { Words } from '../words.ts';
import { McpConnection, strangersWords } from './mcp-connection.ts';
import { ProcessTransport } from './process-transport.ts';

export interface Network {
  direct: typeof fetch;
  /** Is null if the app's server relays no requests. */
  relay: typeof fetch | null;
}

export interface Surroundings {
  network: Network;
  now(): number;
  /** Starts the command in the engine. */
  startProcess(server: McpStdioServer, environment: Readonly<Record<string, string>>): Promise<RuntimeProcess>;
  /** Absolute path of the project in the engine. */
  projectRoot(): string;
  onLog(server: string, text: string): void;
}

export interface OpenOptions {
  secrets: Pick<McpSecrets, 'headers' | 'environment'>;
  authProvider: OAuthClientProvider | undefined;
  signal: AbortSignal;
  onListsChanged(): void;
  onClosed(why: Words): void;
}

export type Opened =
  | { status: 'open'; connection: McpConnection; via: 'direct' | 'relay' | 'stdio' }
  | { status: 'needs-sign-in' }
  /** The problem and its remedy. */
  | { status: 'failed'; why: Words };

const away = () => t('It has ended the connection.');

/** Connects to a server by the routes that its settings allow. Rejects only when the signal aborts. */
export function openServer(server: McpServer, surroundings: Surroundings, options: OpenOptions): Promise<Opened> {
  return server.transport === 'http' ? openHttp(server, surroundings, options) : openProcess(server, surroundings, options);
}

async function openProcess(server: McpStdioServer, surroundings: Surroundings, options: OpenOptions): Promise<Opened> {
  const transport = new ProcessTransport({
    start: () => surroundings.startProcess(server, options.secrets.environment),
    onLog: (text) => surroundings.onLog(server.name, text),
  });
  const ended = () => {
    const said = transport.log === '' ? '' : strangersWords(transport.log.slice(-400));
    const code = transport.exitCode;
    if (code === null) return said === '' ? '' : t('It printed: {said}', { said });
    if (said === '') return t('The command has ended with the exit code {code}.', { code });
    return t('The command has ended with the exit code {code}. It printed: {said}', { code, said });
  };
  try {
    const connection = await McpConnection.open({
      transport,
      now: surroundings.now,
      root: surroundings.projectRoot(),
      connectTime: MCP_LIMITS.connectStdio,
      signal: options.signal,
      onListsChanged: options.onListsChanged,
      onClosed: (fault) => options.onClosed(fault ?? (() => ended() || away())),
    });
    return { status: 'open', connection, via: 'stdio' };
  } catch (error) {
    options.signal.throwIfAborted();
    const why = () => (transport.exitCode === null ? `${whyOf(error, MCP_LIMITS.connectStdio)()} ${ended()}`.trim() : ended());
    return {
      status: 'failed',
      why: () => t('{why} Check the command, and whether it speaks MCP over its input and output.', { why: why() }),
    };
  }
}

async function openHttp(server: McpHttpServer, surroundings: Surroundings, options: OpenOptions): Promise<Opened> {
  const failures: Words[] = [];
  for (const via of routesOf(server, surroundings.network)) {
    const route = via === 'relay' ? surroundings.network.relay : surroundings.network.direct;
    if (route === null)
      return { status: 'failed', why: () => t('The server of this page passes nothing on to other hosts. Choose the direct way.') };
    const opened = await openOnRoute(server, { route, via }, surroundings, options);
    if (opened.status !== 'unreachable') return opened;
    const { why } = opened;
    failures.push(() =>
      via === 'relay' ? t('Through the server of this page: {why}.', { why: why() }) : t('From this browser: {why}.', { why: why() }),
    );
  }
  return { status: 'failed', why: () => t('It cannot be reached. {why}', { why: failures.map((said) => said()).join(' ') }) };
}

function routesOf({ route }: McpHttpServer, { relay }: Network): ('direct' | 'relay')[] {
  if (route !== 'auto') return [route];
  return relay === null ? ['direct'] : ['direct', 'relay'];
}

interface Route {
  route: typeof fetch;
  via: 'direct' | 'relay';
}

async function openOnRoute(
  server: McpHttpServer,
  { route, via }: Route,
  { now }: Surroundings,
  options: OpenOptions,
): Promise<Opened | { status: 'unreachable'; why: Words }> {
  const url = new URL(server.url);
  const request = serverFetch(server, { route, headers: options.secrets.headers, now });
  const auth = options.authProvider === undefined ? {} : { authProvider: options.authProvider };
  const transports: (() => Transport)[] = [
    () => new StreamableHTTPClientTransport(url, { fetch: via === 'relay' ? withoutIdleStream(request) : request, ...auth }) as Transport,
    () => new SSEClientTransport(url, { fetch: request, ...auth }),
  ];
  let why: Words | null = null;
  for (const makeTransport of transports) {
    try {
      const connection = await McpConnection.open({
        transport: makeTransport(),
        now,
        root: null,
        connectTime: MCP_LIMITS.connectHttp,
        signal: options.signal,
        onListsChanged: options.onListsChanged,
        onClosed: (fault) => options.onClosed(fault ?? away),
      });
      return { status: 'open', connection, via };
    } catch (error) {
      options.signal.throwIfAborted();
      if (isUnauthorized(error)) return refusedOrSignIn(options);
      if (error instanceof TypeError) return { status: 'unreachable', why: unreachable(error) };
      // As the protocol requires, a server that refuses the new transport is tried with the older one.
      why ??= whyOf(error, MCP_LIMITS.connectHttp);
      if (!isOlderServer(error)) break;
    }
  }
  return { status: 'failed', why: () => t('{why} Check the address.', { why: why?.() ?? '' }) };
}

/**
 * Through this page's server no stream is held open just to wait for changes, because connections are few. A stream that
 * continues an answer is kept.
 */
function withoutIdleStream(request: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isIdle = init?.method === 'GET' && new Headers(init.headers).get('last-event-id') === null;
    return isIdle ? new Response(null, { status: 405 }) : request(input, init);
  };
}

function isUnauthorized(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return true;
  return (error instanceof StreamableHTTPError || error instanceof SseError) && error.code === 401;
}

function refusedOrSignIn({ secrets }: OpenOptions): Opened {
  if (!Object.keys(secrets.headers).some((name) => name.toLowerCase() === 'authorization')) return { status: 'needs-sign-in' };
  return { status: 'failed', why: () => t('The server refuses the Authorization header (401). Give it another value.') };
}

function isOlderServer(error: unknown): boolean {
  return error instanceof StreamableHTTPError && error.code !== undefined && error.code >= 400 && error.code < 500;
}

/** A message from a host has no translated reason. */
function unreachable(error: TypeError): Words {
  const why = strangersWords(error);
  return error instanceof HostError ? () => saidReason({ why, reason: error.reason }) : () => why;
}

function whyOf(error: unknown, time: number): Words {
  if (error instanceof McpError && error.code === ErrorCode.RequestTimeout)
    return () => t('It did not answer within {seconds} s.', { seconds: time / 1000 });
  const problem = strangersWords(error);
  return () => t('It did not answer as an MCP server does: {problem}.', { problem });
}
