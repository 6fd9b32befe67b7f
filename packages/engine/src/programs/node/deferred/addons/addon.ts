import type { NodeHost } from '../../node-host.ts';

/** The services from which the engine's own addons are created. */
export interface AddonHost {
  node: NodeHost;
  /** The requested file. */
  filename: string;
  /** SQLite's WebAssembly: its URL, or its bytes when bundled for tests. */
  sqliteFile: string | Uint8Array;
}

/** Each file of this folder exports one as `createAddon`; it returns what the package's `require('….node')` returns. */
export type CreateAddon = (host: AddonHost) => unknown;
