import type { SourcePlace } from './original-place.ts';
import { adjustStack, isEngineFrame, type PlaceOf } from './stack-text.ts';

/** The part of V8's CallSite that is used here. */
interface CallSite {
  getFunctionName(): string | null;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
  getScriptNameOrSourceURL(): string | null;
  toString(): string;
}

interface StackOwner {
  /** Returns whether this owner handles stacks that contain a frame of that file. */
  owns(file: string): boolean;
  placeOf: PlaceOf;
  /** Maps an adjusted stack to the locations in the original files if source maps are enabled. */
  mapText(stack: string): string;
}

type Prepare = (error: unknown, sites: CallSite[]) => unknown;

/** Call site methods that are forwarded unchanged. */
const passedOn = [
  'getThis',
  'getTypeName',
  'getFunction',
  'getMethodName',
  'isToplevel',
  'isNative',
  'isConstructor',
  'isAsync',
  'isPromiseAll',
  'getPromiseIndex',
  'getScriptHash',
  'getEnclosingLineNumber',
  'getEnclosingColumnNumber',
  'getPosition',
] as const;

/** A call site that hides how the loader runs files. */
class ProgramCallSite {
  readonly #site: CallSite;
  readonly #owner: StackOwner;
  constructor(site: CallSite, owner: StackOwner) {
    this.#site = site;
    this.#owner = owner;
  }
  getFileName(): string | null {
    return this.#site.getScriptNameOrSourceURL();
  }
  getScriptNameOrSourceURL(): string | null {
    return this.#site.getScriptNameOrSourceURL();
  }
  get #place(): SourcePlace | null {
    const [file, line, column] = [this.getFileName(), this.#site.getLineNumber(), this.#site.getColumnNumber()];
    return file === null || line === null || column === null ? null : this.#owner.placeOf(file, { line, column });
  }
  getLineNumber(): number | null {
    return this.#place?.line ?? this.#site.getLineNumber();
  }
  getColumnNumber(): number | null {
    return this.#place?.column ?? this.#site.getColumnNumber();
  }
  getFunctionName(): string | null {
    const name = this.#site.getFunctionName();
    // V8's name for evaluated code without a name.
    return name === 'eval' ? null : name;
  }
  isEval(): boolean {
    return false;
  }
  getEvalOrigin(): undefined {
    return undefined;
  }
  toString(): string {
    return adjustStack(`    at ${this.#site.toString()}`, this.#owner.placeOf).slice('    at '.length);
  }
  static siteOf(site: ProgramCallSite): CallSite {
    return site.#site;
  }
}

// Libraries identify a call site by its class name.
Object.defineProperty(ProgramCallSite, 'name', { value: 'CallSite', configurable: true });
for (const name of passedOn)
  Object.defineProperty(ProgramCallSite.prototype, name, {
    configurable: true,
    writable: true,
    value(this: ProgramCallSite) {
      // Older browsers lack some of them.
      const site = ProgramCallSite.siteOf(this) as unknown as Record<string, (() => unknown) | undefined>;
      return site[name]?.();
    },
  });

function headOf(error: unknown): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}

function formatStack(error: unknown, sites: CallSite[], owner: StackOwner): string {
  const text = [headOf(error), ...sites.map((site) => `    at ${site.toString()}`)].join('\n');
  return owner.mapText(adjustStack(text, owner.placeOf));
}

/** One object for all processes of a realm; in tests several share it. */
class StackPreparation {
  readonly #owners = new Set<StackOwner>();
  readonly #wrappers = new WeakMap<object, Prepare>();
  /** The `Error.prepareStackTrace` that a program has set. */
  #given: unknown;
  readonly #previous: unknown;

  constructor(previous: unknown) {
    this.#previous = previous;
  }

  add(owner: StackOwner): () => void {
    this.#owners.add(owner);
    return () => void this.#owners.delete(owner);
  }

  #ownerOf(sites: CallSite[]): StackOwner | null {
    for (const site of sites) {
      const file = site.getScriptNameOrSourceURL?.() ?? null;
      if (file !== null) for (const owner of this.#owners) if (owner.owns(file)) return owner;
    }
    return null;
  }

  readonly #prepare: Prepare = (error, sites) => {
    const owner = this.#ownerOf(sites);
    if (owner !== null) return formatStack(error, sites, owner);
    if (typeof this.#previous === 'function') return this.#previous(error, sites);
    return [headOf(error), ...sites.map((site) => `    at ${site.toString()}`)].join('\n');
  };

  /** V8 reads it with each stack, and programs check whether it is set. */
  get current(): unknown {
    const given = this.#given;
    if (typeof given !== 'function') return this.#prepare;
    let wrapper = this.#wrappers.get(given);
    if (wrapper === undefined) {
      wrapper = (error, sites) => {
        const owner = this.#ownerOf(sites);
        if (owner === null) return given.call(Error, error, sites);
        const own = sites.filter((site) => !isEngineFrame(`    at ${site.toString()}`));
        return given.call(
          Error,
          error,
          own.map((site) => (site instanceof ProgramCallSite ? site : new ProgramCallSite(site, owner))),
        );
      };
      this.#wrappers.set(given, wrapper);
      this.#wrappers.set(wrapper, wrapper);
    }
    return wrapper;
  }

  set current(value: unknown) {
    this.#given = value === this.#prepare ? undefined : value;
  }
}

const registryKey = Symbol.for('devonz.stack-preparation');

/**
 * Makes `error.stack` match Node's: without the engine's frames and with the columns of the program's own files. The same applies to the
 * call sites passed to a program's `Error.prepareStackTrace`. Returns a function that undoes this.
 */
export function prepareStacks(owner: StackOwner): () => void {
  const known: unknown = Reflect.get(Error, registryKey);
  // Another copy of this module may have created it, because each process under test has its own copy.
  if (typeof known === 'object' && known !== null) return (known as StackPreparation).add(owner);
  const preparation = new StackPreparation(Reflect.get(Error, 'prepareStackTrace'));
  Object.defineProperty(Error, registryKey, { value: preparation, enumerable: false, configurable: true });
  Object.defineProperty(Error, 'prepareStackTrace', {
    configurable: true,
    enumerable: false,
    get: () => preparation.current,
    set: (value: unknown) => {
      preparation.current = value;
    },
  });
  return preparation.add(owner);
}
