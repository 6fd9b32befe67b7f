import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Hasher } from '../../agent/contract/ports.ts';
import { inEnglish } from '../../i18n/in-english.ts';
import { t } from '../../i18n/t.ts';
import type { McpServer } from '../../protocol/mcp/mcp.ts';
import type { McpPrompt, McpResource } from '../../stores/mcp.ts';
import { MCP_LIMITS } from '../mcp-limits.ts';
import type { McpCallOptions, McpCallResult, McpOutcome, McpPart } from '../mcp-service.ts';
import { said, type Tried, type Words } from '../words.ts';
import { type McpConnection, strangersWords } from './mcp-connection.ts';
import { type OpenOptions, openServer, type Surroundings } from './open-server.ts';
import { type ListedTool, readPrompts, readResources, readTools } from './read-offers.ts';

export interface Offered {
  tools: readonly ListedTool[];
  resources: readonly McpResource[];
  prompts: readonly McpPrompt[];
  remarks: readonly string[];
}

/** A connected server. Methods reject only when the signal aborts. */
export interface Connected {
  readonly via: 'direct' | 'relay' | 'stdio';
  readonly serverName: string;
  readonly serverVersion: string;
  list(signal: AbortSignal): Promise<Tried<Offered>>;
  call(tool: ListedTool, input: Parameters<McpConnection['call']>[1], options: McpCallOptions): Promise<McpOutcome<McpCallResult>>;
  readResource(uri: string, signal: AbortSignal): Promise<McpOutcome<readonly McpPart[]>>;
  getPrompt: (
    name: string,
    values: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<McpOutcome<readonly { role: 'user' | 'assistant'; part: McpPart }[]>>;
  close(): Promise<void>;
}

export type Connecting = { status: 'open'; connected: Connected } | { status: 'needs-sign-in' } | { status: 'failed'; why: Words };

export type Connect = typeof connect;

/** Connects to a server. The only module that uses the SDK, which is loaded with it. */
export async function connect(
  server: McpServer,
  surroundings: Surroundings & { hasher: Hasher },
  options: OpenOptions,
): Promise<Connecting> {
  const opened = await openServer(server, surroundings, options);
  if (opened.status !== 'open') return opened;
  const { connection, via } = opened;
  const connected: Connected = {
    via,
    serverName: connection.serverName,
    serverVersion: connection.serverVersion,
    list: (signal) =>
      triedTo(signal, notListed, async () => {
        const { tools: listed, resources, prompts, remarks: open } = await connection.list(signal);
        const { tools, remarks } = await readTools(server.name, listed, surroundings.hasher);
        return { tools, resources: readResources(resources), prompts: readPrompts(prompts), remarks: [...open, ...remarks] };
      }),
    async call({ tool, isTask }, input, callOptions) {
      const { signal } = callOptions;
      try {
        return { ok: true, value: await connection.call(tool.name, input, isTask, callOptions) };
      } catch (error) {
        signal.throwIfAborted();
        // An error from the server counts as a result: it is untrusted text, and is marked as such.
        const lost = lostSession(error);
        if (lost !== null) {
          // After a reconnect it is a new session, or the server asks for a sign-in.
          options.onClosed(lost);
          return { ok: false, why: `The MCP server ${server.name}: ${inEnglish(lost)} Try again in a few seconds.` };
        }
        const why = ownWords(error);
        if (why !== null) return { ok: false, why: `The MCP server ${server.name} did not answer: ${why}. Try again, or do without.` };
        return { ok: true, value: { parts: [{ type: 'text', text: strangersWords(error) }], structured: null, isError: true } };
      }
    },
    readResource: async (uri, signal) => said(await triedTo(signal, notRead, () => connection.readResource(uri, signal))),
    getPrompt: async (name, values, signal) => said(await triedTo(signal, notMade, () => connection.getPrompt(name, values, signal))),
    close: () => connection.close(),
  };
  return { status: 'open', connected };
}

const notListed = (problem: string) => t('It did not say what it offers: {problem}.', { problem });
const notRead = (problem: string) => t('It was not read: {problem}.', { problem });
const notMade = (problem: string) => t('The prompt was not made: {problem}.', { problem });

async function triedTo<Value>(signal: AbortSignal, why: (problem: string) => string, work: () => Promise<Value>): Promise<Tried<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    signal.throwIfAborted();
    const problem = strangersWords(error);
    return { ok: false, why: () => why(problem) };
  }
}

const signInIsOver = () => t('The sign-in is no longer valid.');

/** According to the protocol: a server that has restarted, or whose sign-in has expired, has lost the session. Null if it has not. */
function lostSession(error: unknown): Words | null {
  if (error instanceof UnauthorizedError) return signInIsOver;
  if (!(error instanceof StreamableHTTPError)) return null;
  if (error.code === 401) return signInIsOver;
  return error.code === 404 ? () => t('The server has forgotten this session.') : null;
}

/** Devonz's own message for a failed call; null if the error comes from the server and must be marked as untrusted. */
function ownWords(error: unknown): string | null {
  if (error instanceof McpError && error.code === ErrorCode.ConnectionClosed) return 'the connection was closed';
  if (error instanceof McpError && error.code === ErrorCode.RequestTimeout)
    return `nothing came for ${MCP_LIMITS.callSilence / 1000} s, or it took longer than ${MCP_LIMITS.call / 60_000} minutes`;
  return error instanceof TypeError || !(error instanceof Error) ? strangersWords(error) : null;
}
