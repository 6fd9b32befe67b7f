import type { McpHttpServer, McpSecrets, McpServer, McpVerdict } from '../protocol/mcp/mcp.ts';
import type { JsonValue } from '../protocol/message.ts';
import type { McpOffers } from '../stores/mcp.ts';

/** One part of a result, without control and hidden characters. What is too large is cut, and says so. */
export type McpPart =
  | { type: 'text'; text: string }
  /** `data`: base64; null where it is too large to keep. */
  | { type: 'image'; mimeType: string; byteCount: number; data: string | null }
  | { type: 'audio'; mimeType: string; byteCount: number }
  | { type: 'resource'; uri: string; mimeType: string | null; text: string | null }
  | { type: 'link'; uri: string; name: string; description: string };

/** `why`: a sentence that says what is wrong and what to do. */
export type McpOutcome<Value> = { ok: true; value: Value } | { ok: false; why: string };

export interface McpCallResult {
  parts: readonly McpPart[];
  /** The server's structured content; null where it gives none. */
  structured: JsonValue;
  /** The tool says of itself that it failed. */
  isError: boolean;
}

export interface McpProgress {
  progress: number;
  total: number | null;
  message: string;
}

/** Values that the user has typed; empty: none. */
export type McpGivenSecrets = Pick<McpSecrets, 'headers' | 'environment'>;

/** What a user can do about MCP servers. None of these rejects; what fails is in `$mcp` or in the outcome. */
export interface McpActions {
  /**
   * Adds a server or changes one, by its name. Of a header or a variable that the server names and `secrets` does not, the kept value stays,
   * where it is bound to the same target.
   */
  saveMcpServer(server: McpServer, secrets?: McpGivenSecrets): Promise<McpOutcome<null>>;
  removeMcpServer(name: string): Promise<void>;
  connectMcpServer(name: string): Promise<void>;
  disconnectMcpServer(name: string): Promise<void>;
  /**
   * Connects, lists what the server offers, and ends again; nothing is kept. The test of a command starts it: the caller has asked. What
   * `secrets` does not name is taken from those that are kept, as by `saveMcpServer`.
   */
  testMcpServer(server: McpServer, secrets: McpGivenSecrets, signal: AbortSignal): Promise<McpOutcome<McpOffers>>;
  /** The user agrees to this exact command; the server is started. */
  confirmMcpCommand(name: string, command: string): Promise<void>;
  setMcpVerdict(name: string, tool: string, verdict: McpVerdict): void;
  /** The user has seen the description of this tool with this hash. */
  markMcpToolSeen(name: string, tool: string, hash: string): Promise<void>;
  /** Call in the task of the user's click: it opens a window. It waits for as long as the signal lets it. */
  signInToMcpServer(name: string, signal: AbortSignal): Promise<McpOutcome<null>>;
  readMcpResource(name: string, uri: string, signal: AbortSignal): Promise<McpOutcome<readonly McpPart[]>>;
  getMcpPrompt(
    name: string,
    prompt: string,
    values: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<McpOutcome<readonly { role: 'user' | 'assistant'; part: McpPart }[]>>;
}

export interface McpCallOptions {
  signal: AbortSignal;
  onProgress?(progress: McpProgress): void;
}

/** The servers of the settings, connected while they are switched on. */
export interface McpService extends McpActions {
  /** Rejects with an `AbortError` when the signal aborts, else never. `tool`: as the server calls it. */
  call(name: string, tool: string, input: JsonValue, options: McpCallOptions): Promise<McpOutcome<McpCallResult>>;
}

/** Signs in to servers that want it; the tokens are kept in the server's secrets. */
export interface McpSignIn<Provider> {
  /** For the transport; asks nothing of the user by itself: without a token the server is `needs-sign-in`. */
  providerFor(server: McpHttpServer): Promise<Provider | undefined>;
  /**
   * Leads the user through it. `request`: to the server and to its authorisation server, on the route that the settings say. Opens a window at
   * once, so call it in the task of the user's click.
   */
  signIn(server: McpHttpServer, request: typeof fetch, signal: AbortSignal): Promise<McpOutcome<null>>;
}
