/** Longer keys are no keys of ours. Characters. */
const LONGEST_KEY = 64;

/**
 * Compiled WebAssembly that outlives the process which compiled it. V8 has one compiled copy of the same bytes for all workers of a
 * browser's process, for as long as one of them holds it: who compiles esbuild again gets it at once, with the code that was optimised
 * meanwhile. So nobody is given a module from here, and what a process says its module is cannot reach another one.
 */
export class KeptModules {
  /** The longest unused first. */
  readonly #modules = new Map<string, WebAssembly.Module>();

  constructor(private readonly limit: number) {}

  get keys(): string[] {
    return [...this.#modules.keys()];
  }

  /** `module` is whatever a process has sent. */
  keep(key: unknown, module: unknown): void {
    if (typeof key !== 'string' || key.length > LONGEST_KEY || !(module instanceof WebAssembly.Module)) return;
    this.#modules.delete(key);
    this.#modules.set(key, module);
    const [oldest] = this.#modules.keys();
    if (this.#modules.size > this.limit && oldest !== undefined) this.#modules.delete(oldest);
  }
}
