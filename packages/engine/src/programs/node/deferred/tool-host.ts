import type { NodeHost } from '../node-host.ts';

/** What a command gets that is a program of Node's worker, as the engine's own `openssl` is. */
export interface ToolHost {
  node: NodeHost;
  /** Without the command's own name. */
  args: readonly string[];
  /** SQLite's WebAssembly: its address, or (bundled for tests) its bytes. */
  sqliteFile: string | Uint8Array;
}

/** Gives the exit code. */
export type RunTool = (host: ToolHost) => Promise<number>;
