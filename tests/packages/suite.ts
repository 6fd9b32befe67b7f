export interface Counts {
  passed: number;
  failed: number;
}

export interface Suite {
  name: string;
  /** `owner/name` of its repository. */
  repository: string;
  /** What is checked out: a tag, or a commit. */
  at: string;
  runner: string;
  /**
   * Packages the tests need, beside the package's own dependencies: of those the repository asks for itself, the name alone takes
   * its version. Not given: all of them but what checks style, types and coverage, builds, or needs a browser.
   */
  install?: string[];
  /** For npm, beside them. */
  overrides?: Record<string, string>;
  /** What is built from the sources, taken from the published package instead: there → here. */
  published?: Record<string, string>;
  /** Files to write beside the tests. */
  files?: Record<string, string>;
  /** Symlinks: path → target. */
  links?: Record<string, string>;
  /** Left out of the checkout. */
  remove?: string[];
  /** Where in the checkout it is tested. */
  folder?: string;
  command: string;
  /** Out of the output; null when there is no result. */
  count(output: string): Counts | null;
}
