/** The changes that this run has made in the project, according to the journal. */
export interface MadeFiles {
  /** Who changed each file, by path: a tool of the agent, or a command. */
  files: ReadonlyMap<string, 'agent' | 'command'>;
  /** Whether commands have run, whose changes in unrecorded folders are unknown. */
  hasRunCommands: boolean;
}
