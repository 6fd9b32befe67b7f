export interface MergeChunksOptions {
  out: string;
  /** The path at which servers serve `out`, with a trailing slash. */
  address: string;
  /** The chunks in `out/chunks` by name, with the names that each exports. */
  members: ReadonlyMap<string, readonly string[]>;
  /** All scripts of the build. */
  files: readonly string[];
}

/** Resolves with the merged chunk's name. */
export function mergeChunks(options: MergeChunksOptions): Promise<string>;
