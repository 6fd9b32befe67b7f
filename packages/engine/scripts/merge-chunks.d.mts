export interface MergeChunksOptions {
  out: string;
  /** Where servers have `out`, with a slash at its end. */
  address: string;
  /** Names of chunks in `out/chunks`, with the names that each exports. */
  members: ReadonlyMap<string, readonly string[]>;
  /** All scripts of the build. */
  files: readonly string[];
}

/** The merged chunk's name. */
export function mergeChunks(options: MergeChunksOptions): Promise<string>;
