export type StdioKind = 'pipe' | 'ignore' | 'ipc' | number;

export interface SpawnRequest {
  file: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  stdio: StdioKind[];
  detached: boolean;
  isAdvanced: boolean;
}

/** The options of `ChildProcess.prototype.spawn`, shaped as in Node: tools wrap that method to change them (nyc, process-on-spawn). */
export interface SpawnOptions {
  file: string;
  args?: string[];
  cwd?: string;
  /** Each in the form `NAME=value`. */
  envPairs?: string[];
  stdio?: unknown;
  detached?: boolean;
  serialization?: string;
}
