import EventEmitter from 'events/';
import { nodeError } from '../errors/node-error.ts';
import { shownValue } from '../errors/shown-value.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** An object that may belong to a domain: an emitter, a timer, or an error on its way to a domain. */
interface Member {
  domain?: Domain | null;
}

interface Storage {
  getStore(): Domain | null | undefined;
  enterWith(domain: Domain | null): void;
}

interface EmitterBase {
  init(this: object, ...args: unknown[]): unknown;
  usingDomains?: boolean;
}

type Process = BuiltinExports & { _fatalCapture(): ((error: unknown) => void) | null };

// The package's types omit the method that its constructor calls.
const base = EventEmitter as unknown as EmitterBase;

function mark(target: object, domain: Domain | null): void {
  Object.defineProperty(target, 'domain', { value: domain, writable: true, configurable: true, enumerable: false });
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/**
 * The class behind `domain.create()`. Entered domains propagate from a callback to those it starts, as in
 * AsyncLocalStorage; an uncaught error goes to the innermost domain (https://nodejs.org/api/domain.html).
 */
class Domain extends EventEmitter {
  readonly members: object[] = [];
  readonly #entered: Entered;

  constructor(entered: Entered) {
    super();
    this.#entered = entered;
  }

  enter(): void {
    this.#entered.stack = [...this.#entered.stack, this];
  }

  /** Leaves this domain and every domain entered after it. */
  exit(): void {
    const { stack } = this.#entered;
    const place = stack.lastIndexOf(this);
    if (place !== -1) this.#entered.stack = stack.slice(0, place);
  }

  add(member: Member & object): void {
    if (member.domain === this) return;
    member.domain?.remove(member);
    // Adding an ancestor of this domain would create a cycle.
    for (let above = (this as Member).domain; member instanceof Domain && above; above = (above as Member).domain)
      if (above === member) return;
    mark(member, this);
    this.members.push(member);
  }

  remove(member: Member & object): void {
    mark(member, null);
    const place = this.members.indexOf(member);
    if (place !== -1) this.members.splice(place, 1);
  }

  run(callback: AnyFunction, ...args: unknown[]): unknown {
    this.enter();
    const result = Reflect.apply(callback, this, args);
    this.exit();
    return result;
  }

  bind(callback: AnyFunction): AnyFunction {
    const domain = this;
    const bound = function (this: unknown, ...args: unknown[]): unknown {
      domain.enter();
      const result = Reflect.apply(callback, this, args);
      domain.exit();
      return result;
    };
    return Object.defineProperty(bound, 'domain', { value: this, writable: true, configurable: true, enumerable: true });
  }

  /** Wraps a callback whose first argument is an error or empty; errors go to the domain. */
  intercept(callback: AnyFunction): AnyFunction {
    const bound = this.bind(callback);
    const domain = this;
    return function (this: unknown, error: unknown, ...args: unknown[]): unknown {
      if (!(error instanceof Error)) return Reflect.apply(bound, this, args);
      mark(Object.assign(error, { domainBound: callback, domainThrown: false }), domain);
      domain.emit('error', error);
      return undefined;
    };
  }

  /** Handles an error thrown inside. Returns whether a listener received it. */
  _errorHandler(error: unknown): boolean {
    if (isObject(error)) mark(Object.assign(error, { domainThrown: true }), this);
    const entered = this.#entered;
    while (entered.active === this) this.exit();
    try {
      return this.emit('error', error);
    } catch (failure) {
      const outer = entered.active;
      if (outer === null) throw failure;
      return outer._errorHandler(failure);
    } finally {
      entered.stack = [];
    }
  }
}

/** The domains that the running callback is in, innermost last. */
class Entered {
  #storage: Storage | null = null;
  #stack: readonly Domain[] = [];

  constructor(private readonly host: NodeHost) {}

  /** Called for the first domain; before that, no context needs to be carried. */
  begin(): void {
    // The class that the module exports.
    const { AsyncLocalStorage } = this.host.builtin('async_hooks') as { AsyncLocalStorage: new () => Storage };
    this.#storage ??= new AsyncLocalStorage();
  }

  /** A callback started inside several domains is only in the innermost one, as in Node. */
  get stack(): readonly Domain[] {
    const active = this.#storage?.getStore() ?? null;
    if (active !== (this.#stack.at(-1) ?? null)) this.#stack = active === null ? [] : [active];
    return this.#stack;
  }
  set stack(stack: readonly Domain[]) {
    this.begin();
    this.#stack = stack;
    this.#storage?.enterWith(stack.at(-1) ?? null);
  }

  get active(): Domain | null {
    return this.#storage?.getStore() ?? null;
  }
  set active(domain: Domain | null) {
    this.stack = domain === null ? [] : [...this.stack.slice(0, -1), domain];
  }
}

/** Assigns new emitters to the domain in which they are created, which also receives their errors. */
function watchEmitters(entered: Entered, process: Process): void {
  const { init } = base;
  base.init = function (this: object, ...args) {
    mark(this, this instanceof Domain ? null : entered.active);
    return Reflect.apply(init, this, args);
  };
  const emit: AnyFunction = EventEmitter.prototype.emit as AnyFunction;
  const inDomain = function (this: Member & EventEmitter, ...args: unknown[]): unknown {
    const { domain } = this;
    const [name, error] = args;
    const isHeard = name === 'error' && this.listenerCount('error') > 0;
    if (isHeard || domain === null || domain === undefined || (this as unknown) === process) return Reflect.apply(emit, this, args);
    if (name !== 'error') {
      domain.enter();
      const result = Reflect.apply(emit, this, args);
      domain.exit();
      return result;
    }
    const told = error || nodeError(Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${shownValue(error)})`);
    if (isObject(told)) mark(Object.assign(told, { domainEmitter: this, domainThrown: false }), domain);
    const outer = entered.stack;
    domain.exit();
    domain.emit('error', told);
    entered.stack = outer;
    return false;
  };
  Object.defineProperty(EventEmitter.prototype, 'emit', { value: inDomain, writable: true, configurable: true, enumerable: true });
}

export function createDomainModule(host: NodeHost): BuiltinExports {
  const entered = new Entered(host);
  const process = host.builtin('process') as Process; // The type of that module's exports.
  const events = host.builtin('events');
  const ofProgram = process._fatalCapture;
  process._fatalCapture = () => {
    const { active, stack } = entered;
    if (active === null || !stack.some((domain) => domain.listenerCount('error') > 0)) return ofProgram();
    return (error) => {
      if (!active._errorHandler(error)) throw error;
    };
  };
  const active = {
    enumerable: true,
    configurable: true,
    get: () => entered.active,
    set: (domain: Domain | null) => (entered.active = domain),
  };
  Object.defineProperty(process, 'domain', active);
  watchEmitters(entered, process);
  events.usingDomains = true;
  const create = (): Domain => {
    entered.begin();
    return new Domain(entered);
  };
  const DomainConstructor = function Domain(): object {
    return create();
  };
  DomainConstructor.prototype = Domain.prototype;
  Object.defineProperty(Domain.prototype, 'constructor', { value: DomainConstructor, writable: true, configurable: true });
  const exports = { Domain: DomainConstructor, create, createDomain: create };
  Object.defineProperty(exports, '_stack', { enumerable: true, get: () => [...entered.stack] });
  return Object.defineProperty(exports, 'active', active);
}
