import { atom } from 'nanostores';
import type { McpSeenTool, McpServer } from '../protocol/mcp/mcp.ts';
import type { JsonValue } from '../protocol/message.ts';

/** A tool that a server offers. All texts are a stranger's, without control and hidden characters. */
export interface McpTool {
  /** As the server calls it. */
  name: string;
  /** As models call it. */
  offeredAs: string;
  title: string;
  description: string;
  /** JSON Schema of its arguments, as it is offered to models. */
  schema: { readonly [field: string]: JsonValue };
  /** What the server says of it; never a reason to ask less. */
  hints: { readonly isReadOnly?: boolean; readonly isDestructive?: boolean; readonly isOpenWorld?: boolean };
  /** Of name, description and schema. */
  hash: string;
  /** Whether the user has seen this description. */
  seen: { status: 'new' } | { status: 'seen' } | { status: 'changed'; before: McpSeenTool };
}

export interface McpResource {
  uri: string;
  name: string;
  description: string;
  mimeType: string | null;
  /** Bytes, where the server says so. */
  size: number | null;
}

export interface McpPrompt {
  name: string;
  description: string;
  arguments: readonly { name: string; description: string; isRequired: boolean }[];
}

export interface McpOffers {
  tools: readonly McpTool[];
  resources: readonly McpResource[];
  prompts: readonly McpPrompt[];
  /** What was left out and why, a sentence each. */
  remarks: readonly string[];
  /** How the server names itself. */
  serverName: string;
  serverVersion: string;
  /** How it is reached; `stdio`: a process of the engine. */
  via: 'direct' | 'relay' | 'stdio';
}

export type McpServerState =
  | { status: 'off' }
  | { status: 'connecting' }
  /** A command that the user has not confirmed in exactly these words. */
  | { status: 'needs-confirmation'; command: string }
  | { status: 'needs-sign-in' }
  | ({ status: 'ready' } & McpOffers)
  /** A whole sentence, and what to do. */
  | { status: 'failed'; why: string };

/** By server. A Map: a server may be called `constructor`. */
export const $mcp = atom<ReadonlyMap<string, McpServerState>>(new Map());

/**
 * A server that the open project's own file names. `new`, `changed`: it waits for the user, who has not seen it in these words. `hidden`: the
 * user has a server of this name.
 */
export interface ProjectServer {
  status: 'new' | 'changed' | 'in-use' | 'hidden';
  server: McpServer;
}

export const $projectServers = atom<readonly ProjectServer[]>([]);
