import type { ToolDefinition } from '../agent/contract/tool-definition.ts';
import { plural } from '../i18n/plural.ts';
import type { McpServer } from '../protocol/mcp/mcp.ts';
import { $mcp, type McpServerState } from '../stores/mcp.ts';
import { MCP_LIMITS } from './mcp-limits.ts';
import { ServerSession, type SessionDependencies } from './server-session.ts';
import { withinLimits } from './within-limits.ts';

/** A session for each configured server; updates the store and the list of tools. */
export class SessionList {
  readonly #dependencies: Omit<SessionDependencies, 'onChange'>;
  readonly #sessions = new Map<string, ServerSession>();
  #tools: readonly ToolDefinition[] = [];
  #hasEngine = false;

  constructor(dependencies: Omit<SessionDependencies, 'onChange'>) {
    this.#dependencies = dependencies;
  }

  /** The same array until something changes. */
  get tools(): readonly ToolDefinition[] {
    return this.#tools;
  }

  get(name: string): ServerSession | undefined {
    return this.#sessions.get(name);
  }

  /** Opens, updates and closes sessions according to the settings; unchanged ones stay connected. */
  sync(servers: readonly McpServer[]): void {
    const named = new Set(servers.map(({ name }) => name));
    for (const name of [...this.#sessions.keys()]) if (!named.has(name)) this.close(name);
    for (const server of servers) {
      const session = this.#sessions.get(server.name);
      if (session !== undefined && isSameConnection(session.server, server)) session.update(server);
      else {
        this.close(server.name);
        this.#open(server);
      }
    }
    this.#show();
  }

  close(name: string): void {
    const session = this.#sessions.get(name);
    this.#sessions.delete(name);
    void session?.stop();
  }

  /** Resolves when no server is connecting, or after a moment: slower ones are available in a later step. */
  async settled(): Promise<void> {
    const connecting = () => [...this.#sessions.values()].filter(({ state }) => state.status === 'connecting');
    const newest = Math.max(...connecting().map(({ since }) => since));
    const wait = newest + MCP_LIMITS.firstStep - this.#dependencies.surroundings.now();
    if (wait <= 0) return;
    let stop = () => undefined as undefined;
    const quiet = new Promise<void>((resolve) => {
      const end = $mcp.listen(() => {
        if (connecting().length === 0) resolve();
      });
      stop = () => void end();
    });
    await Promise.race([quiet, this.#dependencies.pause(wait)]);
    stop();
  }

  /** There is an engine now: starts the servers in it. The returned function ends them. */
  startCommands(): () => void {
    const commands = () => [...this.#sessions.values()].filter(({ server }) => server.transport === 'stdio');
    this.#hasEngine = true;
    for (const session of commands()) if (session.server.isEnabled) void session.start();
    return () => {
      this.#hasEngine = false;
      for (const session of commands()) void session.stop();
    };
  }

  #open(server: McpServer): void {
    const session: ServerSession = new ServerSession(server, {
      ...this.#dependencies,
      // Events of an earlier session are ignored.
      onChange: () => this.#sessions.get(server.name) === session && this.#show(),
    });
    this.#sessions.set(server.name, session);
    if (server.isEnabled && (server.transport === 'http' || this.#hasEngine)) void session.start();
  }

  #show(): void {
    const all = [...this.#sessions.values()].sort((a, b) => (a.server.name < b.server.name ? -1 : 1));
    const { tools, left } = withinLimits(new Map(all.map((session) => [session.server.name, session.tools()])));
    this.#tools = tools;
    $mcp.set(new Map(all.map(({ server: { name }, state }) => [name, withRemark(state, left.get(name) ?? 0)])));
  }
}

/** Whether a change of settings does not affect the connection. */
function isSameConnection({ verdicts: _, ...one }: McpServer, { verdicts: _other, ...other }: McpServer): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function withRemark(state: McpServerState, left: number): McpServerState {
  if (state.status !== 'ready' || left === 0) return state;
  const remark = plural(left, {
    one: '{count} of its tools is not offered to models: all servers together have more than a request can hold. Deny some that you do not need.',
    other:
      '{count} of its tools are not offered to models: all servers together have more than a request can hold. Deny some that you do not need.',
  });
  return { ...state, remarks: [...state.remarks, remark] };
}
