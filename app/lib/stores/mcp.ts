import { atom } from 'nanostores';
import type { McpSeenTool, McpServer } from '../protocol/mcp/mcp.ts';
import type { JsonValue } from '../protocol/message.ts';

/** A tool of a server. All texts are untrusted, without control and invisible characters. */
export interface McpTool {
  /** The server's name for it. */
  name: string;
  /** Its name for models. */
  offeredAs: string;
  title: string;
  description: string;
  /** JSON Schema of its arguments, as offered to models. */
  schema: { readonly [field: string]: JsonValue };
  /** The server's claims about it, which never reduce the number of approvals. */
  hints: { readonly isReadOnly?: boolean; readonly isDestructive?: boolean; readonly isOpenWorld?: boolean };
  /** Hash of name, description and schema. */
  hash: string;
  /** Whether the user has seen this description. */
  seen: { status: 'new' } | { status: 'seen' } | { status: 'changed'; before: McpSeenTool };
}

export interface McpResource {
  uri: string;
  name: string;
  description: string;
  mimeType: string | null;
  /** Bytes, if the server gives a size. */
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
  /** Left-out items with the reason, one sentence each. */
  remarks: readonly string[];
  /** The server's name for itself. */
  serverName: string;
  serverVersion: string;
  /** The route to it; `stdio`: a process in the engine. */
  via: 'direct' | 'relay' | 'stdio';
}

export type McpServerState =
  | { status: 'off' }
  | { status: 'connecting' }
  /** A command that the user has not confirmed in exactly this form. */
  | { status: 'needs-confirmation'; command: string }
  | { status: 'needs-sign-in' }
  | ({ status: 'ready' } & McpOffers)
  /** A full sentence with the problem and its remedy. */
  | { status: 'failed'; why: string };

/** By server. A Map, because a server may be called `constructor`. */
export const $mcp = atom<ReadonlyMap<string, McpServerState>>(new Map());

/**
 * A server configured in the open project's file. `new`, `changed`: it waits for the user, who has not accepted this version.
 * `hidden`: the user has a server with this name.
 */
export interface ProjectServer {
  status: 'new' | 'changed' | 'in-use' | 'hidden';
  server: McpServer;
}

export const $projectServers = atom<readonly ProjectServer[]>([]);
