import type { NodeHost } from '../node-host.ts';

/** The services for a command that runs in Node's worker, such as the engine's `openssl`. */
export interface ToolHost {
  node: NodeHost;
  /** The arguments without the command's own name. */
  args: readonly string[];
  /** SQLite's WebAssembly: its URL, or its bytes when bundled for tests. */
  sqliteFile: string | Uint8Array;
}

/** Resolves with the exit code. */
export type RunTool = (host: ToolHost) => Promise<number>;
