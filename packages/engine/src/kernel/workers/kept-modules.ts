/** In characters; the engine itself never uses longer keys. */
const LONGEST_KEY = 64;

/**
 * Compiled WebAssembly modules that outlive the process which compiled them. V8 shares one compiled copy of the same bytes among all
 * workers of a browser process, as long as one of them holds it: compiling esbuild again is instant, and uses code optimized meanwhile. So
 * no module is ever passed on from here, and a false module of one process cannot reach another.
 */
export class KeptModules {
  /** The least recently used first. */
  readonly #modules = new Map<string, WebAssembly.Module>();

  constructor(private readonly limit: number) {}

  get keys(): string[] {
    return [...this.#modules.keys()];
  }

  /** `module` may be anything that a process has sent. */
  keep(key: unknown, module: unknown): void {
    if (typeof key !== 'string' || key.length > LONGEST_KEY || !(module instanceof WebAssembly.Module)) return;
    this.#modules.delete(key);
    this.#modules.set(key, module);
    const [oldest] = this.#modules.keys();
    if (this.#modules.size > this.limit && oldest !== undefined) this.#modules.delete(oldest);
  }
}
