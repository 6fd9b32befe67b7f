/** The way from a real machine into this browser. */
export interface CopyActions {
  /** Copies the open project's files, as last seen, into a new project of this browser, and opens it. */
  copyToBrowser(): Promise<void>;
}
