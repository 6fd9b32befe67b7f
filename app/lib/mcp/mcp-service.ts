import type { McpHttpServer, McpSecrets, McpServer, McpVerdict } from '../protocol/mcp/mcp.ts';
import type { JsonValue } from '../protocol/message.ts';
import type { McpOffers } from '../stores/mcp.ts';

/** One part of a result, without control and invisible characters. A part that is too large is cut and says so. */
export type McpPart =
  | { type: 'text'; text: string }
  /** `data`: base64; null if it is too large to keep. */
  | { type: 'image'; mimeType: string; byteCount: number; data: string | null }
  | { type: 'audio'; mimeType: string; byteCount: number }
  | { type: 'resource'; uri: string; mimeType: string | null; text: string | null }
  | { type: 'link'; uri: string; name: string; description: string };

/** `why`: a sentence with the problem and its remedy. */
export type McpOutcome<Value> = { ok: true; value: Value } | { ok: false; why: string };

export interface McpCallResult {
  parts: readonly McpPart[];
  /** The server's structured content; null if there is none. */
  structured: JsonValue;
  /** The tool itself reports a failure. */
  isError: boolean;
}

export interface McpProgress {
  progress: number;
  total: number | null;
  message: string;
}

/** Values typed by the user; empty if there are none. */
export type McpGivenSecrets = Pick<McpSecrets, 'headers' | 'environment'>;

/** The user's actions on MCP servers. None rejects: failures are in `$mcp` or in the outcome. */
export interface McpActions {
  /**
   * Adds a server, or changes the one with this name. A header or variable that the server lists but `secrets` does not contain
   * keeps its stored value, if that is bound to the same target.
   */
  saveMcpServer(server: McpServer, secrets?: McpGivenSecrets): Promise<McpOutcome<null>>;
  removeMcpServer(name: string): Promise<void>;
  connectMcpServer(name: string): Promise<void>;
  disconnectMcpServer(name: string): Promise<void>;
  /**
   * Connects, lists the server's offers, and disconnects; nothing is stored. Testing a command runs it: the caller has asked the
   * user. Missing `secrets` are taken from the stored ones, as in `saveMcpServer`.
   */
  testMcpServer(server: McpServer, secrets: McpGivenSecrets, signal: AbortSignal): Promise<McpOutcome<McpOffers>>;
  /** The user agrees to exactly this command, and the server is started. */
  confirmMcpCommand(name: string, command: string): Promise<void>;
  setMcpVerdict(name: string, tool: string, verdict: McpVerdict): void;
  /** The user has seen the description of this tool with this hash. */
  markMcpToolSeen(name: string, tool: string, hash: string): Promise<void>;
  /** Must be called directly in a click, because it opens a window. Waits until the signal aborts. */
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

/** The servers in the settings, connected while enabled. */
export interface McpService extends McpActions {
  /** Rejects only with an `AbortError` when the signal aborts. `tool`: the server's name for it. */
  call(name: string, tool: string, input: JsonValue, options: McpCallOptions): Promise<McpOutcome<McpCallResult>>;
}

/** Signs in to servers that require it; the tokens are stored with the server's secrets. */
export interface McpSignIn<Provider> {
  /** For the transport. It never prompts the user: without a token the server becomes `needs-sign-in`. */
  providerFor(server: McpHttpServer): Promise<Provider | undefined>;
  /**
   * Guides the user through the sign-in. `request`: to the server and its authorisation server, by the configured route. It opens
   * a window at once, so it must be called directly in the user's click.
   */
  signIn(server: McpHttpServer, request: typeof fetch, signal: AbortSignal): Promise<McpOutcome<null>>;
}
