export interface Counts {
  passed: number;
  failed: number;
}

export interface Suite {
  name: string;
  /** `owner/name` of its repository. */
  repository: string;
  /** The tag or commit to check out. */
  at: string;
  runner: string;
  /**
   * Packages the tests need besides the package's own dependencies; for those in the repository's manifest, the name alone uses that
   * version. Defaults to all of them except those for style, types, coverage, builds or browsers.
   */
  install?: string[];
  /** npm overrides for these packages. */
  overrides?: Record<string, string>;
  /** Build results taken from the published package instead: source path → target path. */
  published?: Record<string, string>;
  /** Additional files to write. */
  files?: Record<string, string>;
  /** Symlinks: path → target. */
  links?: Record<string, string>;
  /** Removed from the checkout. */
  remove?: string[];
  /** The folder in the checkout where it is tested. */
  folder?: string;
  command: string;
  /** Reads the counts from the output; returns null if there is no result. */
  count(output: string): Counts | null;
}
