/** A script of a package.json, or a target of a Makefile, that a command runs. */
export interface ScriptRun {
  /** Folder of the package.json or Makefile, relative to the project root; null if it is only known at run time. */
  folder: string | null;
  name: string;
  /** The workspace of that folder that has the script, by name or folder; `*` for all workspaces. */
  workspace?: string;
  /**
   * `make` for Makefile targets, `node` for package.json scripts without their pre and post scripts; absent for scripts that include them.
   */
  runner?: 'make' | 'node';
}
