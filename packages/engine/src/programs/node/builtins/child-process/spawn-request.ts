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

/** What `ChildProcess.prototype.spawn` is given, as Node's own: tools replace that method to change it (nyc, process-on-spawn). */
export interface SpawnOptions {
  file: string;
  args?: string[];
  cwd?: string;
  /** `NAME=value` each. */
  envPairs?: string[];
  stdio?: unknown;
  detached?: boolean;
  serialization?: string;
}
