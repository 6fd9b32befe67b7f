/** What this run has changed in the project, as the journal tells. */
export interface MadeFiles {
  /** By path, who changed it: a tool of the agent, or a command. */
  files: ReadonlyMap<string, 'agent' | 'command'>;
  /** Commands have run: what they did in folders that are not recorded nobody knows. */
  hasRunCommands: boolean;
}
