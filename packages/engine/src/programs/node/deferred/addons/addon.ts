import type { NodeHost } from '../../node-host.ts';

/** What the engine's own compiled part is made from. */
export interface AddonHost {
  node: NodeHost;
  /** The file that was asked for. */
  filename: string;
  /** SQLite's WebAssembly: its address, or (bundled for tests) its bytes. */
  sqliteFile: string | Uint8Array;
}

/** A file of this folder exports one as `createAddon`: it gives what `require('….node')` of that package gives. */
export type CreateAddon = (host: AddonHost) => unknown;
