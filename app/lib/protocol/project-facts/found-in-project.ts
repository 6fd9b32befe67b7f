export interface FoundMatch {
  /** Starts at 1. */
  line: number;
  /** Position in the line, starting at 0. */
  column: number;
  text: string;
  replacement: string | null;
  /** The text around the match in its line, and the shown part of the match. */
  before: string;
  shown: string;
  after: string;
}

export interface FoundFile {
  path: string;
  matches: FoundMatch[];
}

export interface FoundInProject {
  files: FoundFile[];
  total: number;
  /** There are more matches. */
  isCut: boolean;
  /** Why the search was not possible. */
  problem: string | null;
}
