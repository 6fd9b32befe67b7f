import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { Hasher } from '../agent/contract/ports.ts';
import type { ToolDefinition } from '../agent/contract/tool-definition.ts';
import { inEnglish } from '../i18n/in-english.ts';
import { t } from '../i18n/t.ts';
import type { McpStore } from '../persistence/mcp-store.ts';
import type { JsonValue } from '../protocol/json-value.ts';
import { type McpConfirmed, type McpServer, type McpVerdict, mcpTarget } from '../protocol/mcp/mcp.ts';
import type { McpServerState, McpTool } from '../stores/mcp.ts';
import type { Connect, Connected, Offered } from './connection/connect.ts';
import type { Surroundings } from './connection/open-server.ts';
import type { KeepPicture } from './keep-picture.ts';
import { MCP_LIMITS } from './mcp-limits.ts';
import type { McpCallOptions, McpCallResult, McpOutcome, McpSignIn } from './mcp-service.ts';
import { mcpTool } from './mcp-tool.ts';
import { seenOf } from './seen-of.ts';
import type { Words } from './words.ts';

export interface SessionDependencies {
  store: McpStore;
  surroundings: Surroundings & { hasher: Hasher; keepPicture?: KeepPicture };
  /** Loads the code that connects to servers. */
  load(): Promise<Connect>;
  pause(milliseconds: number): Promise<void>;
  signIn: McpSignIn<OAuthClientProvider> | null;
  onChange(): void;
}

const gone = () => t('It is not connected.');

/**
 * One server: connects, lists again when its lists change, and reconnects a few times when it is lost. No method rejects, except when the
 * caller's signal aborts.
 */
export class ServerSession {
  readonly #dependencies: SessionDependencies;
  /** The server's settings; its target and transport do not change during the session. */
  #server: McpServer;
  #state: McpServerState = { status: 'off' };
  /** Why it failed; kept until the next state. */
  #fault: Words | null = null;
  #since = 0;
  #connected: Connected | null = null;
  #offered: Offered | null = null;
  #confirmed: McpConfirmed;
  /** Aborted when the current connection is over. */
  #life = new AbortController();
  #restarts = 0;
  #relists = 0;
  #isRelisting = false;

  constructor(server: McpServer, dependencies: SessionDependencies) {
    this.#server = server;
    this.#dependencies = dependencies;
    this.#confirmed = { boundTo: mcpTarget(server), isStartable: false, tools: {} };
  }

  get state(): McpServerState {
    return this.#state;
  }

  /** Time of the last status change. */
  get since(): number {
    return this.#since;
  }

  get server(): McpServer {
    return this.#server;
  }

  /** The user's permissions have changed. */
  update(server: McpServer): void {
    this.#server = server;
  }

  /** Connects, and ends an earlier connection first. */
  async start(): Promise<void> {
    this.#restarts = 0;
    await this.#connect();
  }

  async stop(): Promise<void> {
    await this.#end({ status: 'off' });
  }

  tools(): readonly ToolDefinition[] {
    if (this.#state.status !== 'ready') return [];
    const { name: server } = this.#server;
    const { keepPicture } = this.#dependencies.surroundings;
    return (this.#offered?.tools ?? []).flatMap((listed) => {
      const { tool, inputSchema, problemOf } = listed;
      const verdict = this.#verdictOf(tool.name);
      // A model never sees a tool that it must not use.
      if (verdict === 'deny') return [];
      const call = (input: JsonValue, options: McpCallOptions) => this.call(tool.name, input, options);
      const onApproved = () => void this.markSeen(tool.name, tool.hash);
      const seen = seenOf(tool, this.#confirmed);
      return [
        mcpTool({
          server,
          target: mcpTarget(this.#server),
          tool: { ...tool, seen },
          inputSchema,
          verdict,
          problemOf,
          call,
          ...(keepPicture === undefined ? {} : { keepPicture }),
          onApproved,
        }),
      ];
    });
  }

  async call(tool: string, input: JsonValue, options: McpCallOptions): Promise<McpOutcome<McpCallResult>> {
    const listed = this.#offered?.tools.find((one) => one.tool.name === tool);
    if (this.#connected === null)
      return { ok: false, why: `The MCP server ${this.#server.name}: ${inEnglish(this.#fault ?? gone)} Do without, or try again later.` };
    if (listed === undefined) return { ok: false, why: `The MCP server ${this.#server.name} no longer has the tool ${tool}.` };
    return this.#connected.call(listed, input, options);
  }

  readResource: Connected['readResource'] = async (uri, signal) =>
    this.#connected === null ? { ok: false, why: (this.#fault ?? gone)() } : this.#connected.readResource(uri, signal);

  getPrompt: Connected['getPrompt'] = async (name, values, signal) =>
    this.#connected === null ? { ok: false, why: (this.#fault ?? gone)() } : this.#connected.getPrompt(name, values, signal);

  async confirmCommand(): Promise<void> {
    await this.#confirm({ isStartable: true });
    await this.start();
  }

  async markSeen(name: string, hash: string): Promise<void> {
    const listed = this.#offered?.tools.find(({ tool }) => tool.name === name && tool.hash === hash);
    if (listed === undefined) return;
    const { description, schema } = listed.tool;
    await this.#confirm({ tools: { ...this.#confirmed.tools, [name]: { hash, description, schema: JSON.stringify(schema) } } });
    this.#show();
  }

  async #confirm(change: Partial<McpConfirmed>): Promise<void> {
    this.#confirmed = { ...this.#confirmed, ...change };
    await this.#dependencies.store.writeConfirmed(this.#server, this.#confirmed).catch(() => undefined);
  }

  async #connect(): Promise<void> {
    await this.#end({ status: 'connecting' });
    const life = this.#life;
    const { signal } = life;
    const { store, load, surroundings, signIn } = this.#dependencies;
    const server = this.#server;
    try {
      this.#confirmed = await store.confirmed(server);
      if (signal.aborted) return;
      if (server.transport === 'stdio' && !this.#confirmed.isStartable)
        return this.#set({ status: 'needs-confirmation', command: server.command });
      const secrets = (await store.secrets(server)) ?? { headers: {}, environment: {} };
      const authProvider = server.transport === 'http' ? await signIn?.providerFor(server) : undefined;
      const connect = await load();
      const result = await connect(server, surroundings, {
        secrets,
        authProvider,
        signal,
        onListsChanged: () => void this.#relist(signal),
        onClosed: (why) => void this.#reconnect(signal, why),
      });
      if (result.status !== 'open') {
        if (signal.aborted) return;
        return result.status === 'failed' ? this.#set(failed(result.why), result.why) : this.#set(result);
      }
      this.#connected = result.connected;
      if (signal.aborted) return await result.connected.close();
      await this.#list(signal);
    } catch (error) {
      if (!signal.aborted) await this.#fail(() => t('It could not be connected: {problem}', { problem: String(error) }));
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const listed = await this.#connected?.list(signal);
    if (listed === undefined || signal.aborted) return;
    if (!listed.ok) return this.#fail(listed.why);
    this.#offered = listed.value;
    this.#show();
  }

  /** Reads changed lists again, but not faster than the page can handle. */
  async #relist(signal: AbortSignal): Promise<void> {
    if (this.#isRelisting || this.#relists >= MCP_LIMITS.relists || signal.aborted) return;
    this.#isRelisting = true;
    this.#relists++;
    await this.#dependencies.pause(MCP_LIMITS.relistPause);
    this.#isRelisting = false;
    if (!signal.aborted && this.#offered !== null) await this.#list(signal).catch(() => undefined);
  }

  async #reconnect(signal: AbortSignal, why: Words): Promise<void> {
    if (signal.aborted) return;
    if (this.#restarts >= MCP_LIMITS.restarts)
      return this.#fail(() => t('{why} It was connected again {times} times.', { why: why(), times: MCP_LIMITS.restarts }));
    const wait = MCP_LIMITS.restartPause * 2 ** this.#restarts++;
    await this.#fail(() => t('{why} It is connected again in {seconds} s.', { why: why(), seconds: wait / 1000 }));
    const { signal: next } = this.#life;
    await this.#dependencies.pause(wait);
    if (!next.aborted) await this.#connect();
  }

  #fail(why: Words): Promise<void> {
    return this.#end(failed(why), why);
  }

  /** Ends the current connection; the next one begins in `state`. */
  async #end(state: McpServerState, fault: Words | null = null): Promise<void> {
    this.#life.abort();
    this.#life = new AbortController();
    const connected = this.#connected;
    this.#connected = null;
    this.#offered = null;
    this.#relists = 0;
    this.#set(state, fault);
    await connected?.close();
  }

  #show(): void {
    if (this.#connected === null || this.#offered === null) return;
    const { via, serverName, serverVersion } = this.#connected;
    const { tools: listed, resources, prompts, remarks } = this.#offered;
    const tools: McpTool[] = listed.map(({ tool }) => ({ ...tool, seen: seenOf(tool, this.#confirmed) }));
    this.#set({ status: 'ready', tools, resources, prompts, remarks, serverName, serverVersion, via });
  }

  #set(state: McpServerState, fault: Words | null = null): void {
    if (state.status !== this.#state.status) this.#since = this.#dependencies.surroundings.now();
    this.#state = state;
    this.#fault = fault;
    this.#dependencies.onChange();
  }

  #verdictOf(tool: string): McpVerdict {
    const { verdicts } = this.#server;
    return (Object.hasOwn(verdicts, tool) ? verdicts[tool] : undefined) ?? 'ask';
  }
}

function failed(why: Words): McpServerState {
  return { status: 'failed', why: why() };
}
