/** A script of a package.json, or a target of a Makefile, that a command runs. */
export interface ScriptRun {
  /** Of the package.json or Makefile, relative to the project root; null when it is only known when it runs. */
  folder: string | null;
  name: string;
  /** The workspace of that folder it is a script of, by name or folder; `*`: of every one. */
  workspace?: string;
  /** Absent: a script of a package.json with its pre and post scripts. `node`: without them. `make`: targets of a Makefile. */
  runner?: 'make' | 'node';
}
