/** The parts of `node-pty` that are used. */
export interface TerminalModule {
  spawn(file: string, args: string[], options: TerminalOptions): Terminal;
}

export interface TerminalOptions {
  name: string;
  cols: number;
  rows: number;
  cwd: string;
  env: Record<string, string>;
  /** Bytes, not text. */
  encoding: null;
}

export interface Terminal {
  readonly pid: number;
  /** Private fields of the package, on systems other than Windows: see keep-last-output.ts. */
  readonly _socket?: unknown;
  readonly _fd?: unknown;
  onData(listener: (data: Uint8Array | string) => void): unknown;
  onExit(listener: (event: { exitCode: number; signal?: number | undefined }) => void): unknown;
  write(data: Uint8Array | string): void;
  resize(columns: number, rows: number): void;
  pause(): void;
  resume(): void;
  kill(signal?: string): void;
}

export type LoadedTerminalModule = { module: TerminalModule } | { reason: string };

/** `load` imports the optional package of pseudo-terminals, which contains native code for each system. */
export async function loadTerminalModule(load: () => Promise<unknown>): Promise<LoadedTerminalModule> {
  try {
    const loaded = await load();
    const module = isModule(loaded) ? loaded : typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : null;
    return isModule(module) ? { module } : { reason: 'The package @lydell/node-pty has another form than expected.' };
  } catch (error) {
    const [detail] = String(error instanceof Error ? error.message : error).split('\n');
    return { reason: `Programs get pipes in place of a terminal: the package @lydell/node-pty cannot be loaded (${detail}).` };
  }
}

function isModule(value: unknown): value is TerminalModule {
  return typeof value === 'object' && value !== null && 'spawn' in value && typeof value.spawn === 'function';
}
