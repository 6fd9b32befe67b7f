import type { NodeRuntime } from '../../node-runtime.ts';
import { type HooksAnswer, type HooksRequest, HooksSignal } from './hooks-thread.ts';
import { sourceText } from './module-hooks.ts';

type Next = (name: string, context?: object) => Promise<unknown>;
type Hook = (name: string, context: object, next: Next) => unknown;

interface HookModule {
  initialize?: (data: unknown) => unknown;
  resolve?: Hook;
  load?: Hook;
}

interface Port {
  on(event: 'message', listener: (request: HooksRequest) => void): void;
  postMessage(answer: HooksAnswer): void;
}

/** A larger source does not fit into the memory that a waiting thread can read. */
const MAX_SOURCE = 15_000_000;

function describe(error: unknown): HooksAnswer {
  if (!(error instanceof Error)) return { ok: false, name: 'Error', message: String(error), stack: String(error), code: null };
  const code: unknown = Reflect.get(error, 'code');
  return { ok: false, name: error.name, message: error.message, stack: error.stack ?? '', code: typeof code === 'string' ? code : null };
}

/** Runs the registered hooks for the waiting thread. */
class HookRunner {
  readonly #modules: HookModule[] = [];

  constructor(private readonly runtime: NodeRuntime) {}

  async run(request: HooksRequest): Promise<unknown> {
    if (request.kind === 'register') return this.#register(request);
    const { modules } = this.runtime.loader;
    if (request.kind === 'resolve')
      return this.#chain('resolve', request.name, request.context, async (name, context) =>
        modules.resolveLast(name, String(Reflect.get(context ?? {}, 'parentURL') ?? request.context.parentURL)),
      );
    const loaded = await this.#chain('load', request.name, request.context, async (url, context) => modules.loadLast(url, context));
    const source = typeof loaded === 'object' && loaded !== null ? sourceText(Reflect.get(loaded, 'source')) : null;
    if (source !== null && source.length > MAX_SOURCE)
      throw new Error(`The source a load hook gave for ${request.name} is too long for the in-browser engine: ${source.length} characters`);
    return { ...(loaded as object), source };
  }

  async #register({ specifier, parentUrl, data }: Extract<HooksRequest, { kind: 'register' }>): Promise<undefined> {
    const { loader } = this.runtime;
    const module: HookModule = await loader.importDynamically(
      specifier,
      parentUrl.startsWith('data:') ? this.#base() : parentUrl,
      undefined,
    );
    await module.initialize?.(data);
    this.#modules.push(module);
    return undefined;
  }

  #base(): string {
    return `file://${this.runtime.host.workingDirectory}/noop.js`;
  }

  async #chain(kind: 'resolve' | 'load', name: string, context: object, last: Next): Promise<unknown> {
    const hooks = this.#modules.map((module) => module[kind]).filter((hook) => hook !== undefined);
    const run = async (index: number, given: string, current: object): Promise<unknown> => {
      const hook = hooks[index];
      if (hook === undefined) return last(given, current);
      return hook(given, current, (next, nextContext) => run(index - 1, next, { ...current, ...nextContext }));
    };
    return run(hooks.length - 1, name, context);
  }
}

export function runHooksThread(runtime: NodeRuntime): void {
  const { thread } = runtime.host;
  if (thread === null) throw new Error('module hooks run on a thread of their own');
  const { port, signal } = thread.start.workerData as { port: Port; signal: Int32Array }; // Created by hooks-thread.ts.
  const runner = new HookRunner(runtime);
  const answer = (message: HooksAnswer): void => {
    port.postMessage(message);
    Atomics.store(signal, 0, HooksSignal.ANSWERED);
    Atomics.notify(signal, 0);
  };
  port.on('message', (request) => {
    runner.run(request).then(
      (value) => answer({ ok: true, value }),
      (error: unknown) => answer(describe(error)),
    );
  });
}
