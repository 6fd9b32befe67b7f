import type { ProgramContext } from '../../abi/program.ts';
import { BuiltinModules } from './builtin-modules.ts';
import { connectToParent } from './builtins/child-process/message-channel.ts';
import type { NodeProcess } from './builtins/process/node-process.ts';
import { createProcess, type ProcessArguments, ProcessExit } from './builtins/process/process-module.ts';
import { encodeValue } from './builtins/value-codec.ts';
import { createPortClasses, type PortClasses } from './builtins/worker-threads/message-port.ts';
import { adoptPorts, limitProcess } from './builtins/worker-threads/run-thread.ts';
import type { ThreadInfo } from './builtins/worker-threads/thread-messages.ts';
import { listenToRoutes } from './builtins/worker-threads/thread-routes.ts';
import { invalidArgumentType } from './errors/node-error.ts';
import { AwaitContext } from './event-loop/await-context.ts';
import { EventLoop } from './event-loop/event-loop.ts';
import { Timers } from './event-loop/timers.ts';
import { createGlobalScope, type GlobalScope } from './global-scope.ts';
import { createInspection } from './inspect/inspect.ts';
import type { SourcePlace } from './inspect/original-place.ts';
import { prepareStacks } from './inspect/stack-preparation.ts';
import { installGlobals } from './install-globals.ts';
import { callerUrl, wrapFunctionConstructors } from './loader/function-constructors.ts';
import { showWrittenText } from './loader/function-text.ts';
import { joinPath, pathToFileUrl } from './loader/module-files.ts';
import { prepareEvaluated } from './loader/prepare-global-script.ts';
import { ProgramLoader } from './loader/program-loader.ts';
import { SourceMapAccess } from './loader/source-map-access.ts';
import type { BuiltinExports, NodeHost } from './node-host.ts';
import { describeUncaught } from './uncaught-error.ts';
import { errorOfRejection, UnhandledRejections } from './unhandled-rejections.ts';

/** One Node process: its loop, globals, built-in modules, loaders and end. */
export class NodeRuntime {
  readonly host: NodeHost;
  readonly process: NodeProcess;
  readonly loader: ProgramLoader;
  readonly sourceMaps: SourceMapAccess;
  readonly rejections: UnhandledRejections;
  readonly inspection = createInspection();
  readonly #loop = new EventLoop();
  readonly #timers = new Timers(this.#loop);
  readonly #scope: GlobalScope = createGlobalScope();
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
  #resolveEnded: (exitCode: number) => void = () => {};
  readonly #listenToParent: () => void;
  /** Keeps the process alive while it waits for something before the program starts. */
  readonly #releaseStart = this.#loop.ref();
  readonly #releaseStacks: () => void;
  #mainEvaluation: { isSettled: boolean } | null = null;

  constructor(
    readonly context: ProgramContext,
    given: ProcessArguments,
    thread: { info: Omit<ThreadInfo, 'parentPort'>; ports: readonly MessagePort[] } | null = null,
  ) {
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    const builtins = new BuiltinModules(this.inspection, () => this.host);
    let ports: PortClasses | null = null;
    this.host = {
      context,
      system: context.system,
      loop: this.#loop,
      timers: this.#timers,
      awaitContext: new AwaitContext(this.#loop),
      scope: this.#scope,
      builtin: (name) => builtins.load(name),
      loadAddon: (filename) => this.loader.nativeCode.load(filename),
      resolvePath: (path) => joinPath(this.host.workingDirectory, path),
      importModule: (specifier) =>
        this.loader.importDynamically(specifier, `${pathToFileUrl(this.host.workingDirectory)}/noop.js`, undefined),
      rewriteGlobalScript: (source) => this.loader.sources.rewriteGlobalScript(source),
      workingDirectory: context.cwd,
      thread: null,
      ports: () => {
        ports ??= createPortClasses(this.host, thread?.info.start.threadId ?? 0);
        return ports;
      },
    };
    if (thread !== null) this.host.thread = { ...thread.info, parentPort: adoptPorts(this.host.ports(), thread.info.start, thread.ports) };
    // The base modules need this process's next ticks before anything uses a stream.
    builtins.load('stream');
    this.process = createProcess(this.host, given, (exitCode) => this.#endNow(exitCode));
    this.rejections = new UnhandledRejections(this.process, (reason) => {
      this.uncaught(reason, true);
      return !this.#loop.isClosed;
    });
    this.process._fatalException = (error: unknown, isRejection?: unknown) => this.#handle(error, isRejection === true);
    // A module's exports are looked up by name; the process has only methods.
    builtins.set('process', this.process as unknown as BuiltinExports);
    this.sourceMaps = new SourceMapAccess(this.host);
    this.loader = new ProgramLoader(this.host, builtins, this.sourceMaps);
    builtins.set('module', this.loader.moduleExports);
    this.#connectSourceMaps();
    this.#listenToParent = thread === null ? connectToParent(this.host, this.process) : () => listenToRoutes(this.host);
    if (this.host.thread !== null) limitProcess(this.host, this.process, this.host.thread);
    // Must run before the worker's own globals are hidden.
    this.#listenToRejections();
    installGlobals(this.host, this.process);
    const isWorker = this.#scope.globalObject === globalThis;
    this.#releaseStacks = prepareStacks({
      owns: (file) => isWorker || this.#scope.headLengths.has(file),
      placeOf: (file, place) => this.#placeOf(file, place),
      mapText: (stack) => this.sourceMaps.mapText(stack),
    });
    if (isWorker) showWrittenText(this.#scope.rewritten);
    wrapFunctionConstructors({
      scope: this.#scope,
      workingDirectoryUrl: () => pathToFileUrl(`${this.host.workingDirectory}/[eval]`),
      importDynamically: (...args) => this.loader.importDynamically(...args),
      awaitContext: this.host.awaitContext,
    });
    const workingDirectoryUrl = () => pathToFileUrl(`${this.host.workingDirectory}/[eval]`);
    this.host.awaitContext.rewriteEvaluated = (source) =>
      prepareEvaluated(this.host, source, (specifier, options) =>
        this.loader.importDynamically(specifier, callerUrl({ workingDirectoryUrl }), options),
      );
    this.#loop.setOwner({
      uncaught: (error) => this.uncaught(error, false),
      beforeExit: () => this.process.emit('beforeExit', this.#exitCode()),
      finished: () => this.#finish(),
    });
  }

  #connectSourceMaps(): void {
    const { process, sourceMaps } = this;
    process.setSourceMapsEnabled = (isEnabled: unknown) => {
      if (typeof isEnabled !== 'boolean') throw invalidArgumentType('enabled', 'of type boolean', isEnabled);
      sourceMaps.isEnabled = isEnabled;
    };
    Object.defineProperty(process, 'sourceMapsEnabled', { enumerable: true, configurable: true, get: () => sourceMaps.isEnabled });
  }

  #placeOf(file: string, { line, column }: SourcePlace): SourcePlace {
    const own = { line, column: line === 1 ? column - (this.#scope.headLengths.get(file) ?? 0) : column };
    return this.#scope.rewritten.placeOf(file, own);
  }

  /**
   * Runs the program's first piece of code. A returned promise is awaited like top-level await: if it never settles, the exit code is 13.
   */
  start(main: () => Promise<unknown> | null): void {
    this.#loop.run(() => {
      let evaluation: Promise<unknown> | null;
      try {
        evaluation = main();
      } finally {
        this.#listenToParent();
        this.#releaseStart();
      }
      if (evaluation === null) return;
      const state = { isSettled: false };
      this.#mainEvaluation = state;
      evaluation.then(
        () => {
          state.isSettled = true;
        },
        (error: unknown) => {
          state.isSettled = true;
          this.#loop.run(() => {
            throw error;
          });
        },
      );
    });
  }

  #exitCode(): number {
    return Number(this.process.exitCode ?? 0) & 0xff;
  }

  #finish(): void {
    if (this.#mainEvaluation?.isSettled === false && this.process.exitCode === undefined) {
      this.writeError('Warning: Detected unsettled top-level await\n\n\n');
      this.process.exitCode = 13;
    }
    try {
      if (!this.process._exiting) {
        this.process._exiting = true;
        this.process.emit('exit', this.#exitCode());
      }
      this.#endNow(this.#exitCode());
    } catch (error) {
      if (!(error instanceof ProcessExit)) this.uncaught(error, false);
    }
  }

  /** Ends the process; none of the program's code runs afterwards. */
  #endNow(exitCode: number): never {
    this.#timers.close();
    this.#loop.close();
    this.#releaseStacks();
    this.#resolveEnded(exitCode);
    const { thread, scope } = this.host;
    // In a worker neither call returns, because the worker is terminated while it waits.
    if (thread === null) this.context.system.sync('exit', exitCode);
    else {
      thread.post({ type: 'exit', exitCode });
      if (scope.globalObject === globalThis) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    throw new ProcessExit(exitCode);
  }

  /** Handles an uncaught error: the program's own handlers first, then the report and exit code 1. */
  uncaught(error: unknown, isRejection: boolean): void {
    if (error instanceof ProcessExit || this.#loop.isClosed) return;
    // Called by its name, because tools replace it.
    const { _fatalException } = this.process;
    if (typeof _fatalException !== 'function') {
      this.#die(error, isRejection, 6);
      return;
    }
    try {
      const told = isRejection ? errorOfRejection(error) : error;
      if (!_fatalException.call(this.process, told, isRejection)) this.#die(error, isRejection, 1);
    } catch (failure) {
      if (!(failure instanceof ProcessExit)) this.#die(failure, false, this.host.thread === null ? 7 : 1);
    }
  }

  #handle(error: unknown, isRejection: boolean): boolean {
    const origin = isRejection ? 'unhandledRejection' : 'uncaughtException';
    const capture = this.process._fatalCapture as () => ((error: unknown) => void) | null;
    this.process.emit('uncaughtExceptionMonitor', error, origin);
    const handler = capture();
    if (handler !== null) {
      handler(error);
      return true;
    }
    return this.process.emit('uncaughtException', error, origin);
  }

  /** Reports the error and ends the process. As in Node, 'exit' is emitted only for code 1; 6 and 7 mean that the handling failed. */
  #die(error: unknown, isRejection: boolean, code: 1 | 6 | 7): void {
    const text = describeUncaught(error, {
      inspect: (value) => this.inspection.inspect(value),
      readText: (path) => this.sourceMaps.contentOf(path) ?? new TextDecoder().decode(this.context.system.sync('readFile', path)),
      isRejection,
    });
    let exitCode: number = code;
    // 'exit' listeners run before the report, as in Node; a throwing one does not keep the process alive.
    try {
      if (code === 1 && !this.process._exiting) {
        this.process._exiting = true;
        this.process.exitCode = 1;
        this.process.emit('exit', 1);
        exitCode = this.#exitCode();
      }
    } catch (failure) {
      if (failure instanceof ProcessExit) return;
      exitCode = 7;
    }
    const { thread } = this.host;
    if (thread === null || code === 6) this.writeError(text);
    else thread.post({ type: 'error', error: this.#encodeError(error) });
    try {
      this.#endNow(exitCode);
    } catch {
      // The process has ended.
    }
  }

  /** Encodes an error, or its description if it cannot be sent. */
  #encodeError(error: unknown): string {
    try {
      return encodeValue(error);
    } catch {
      return encodeValue(new Error(this.inspection.inspect(error)));
    }
  }

  writeError(text: string): void {
    let rest: Uint8Array = new TextEncoder().encode(text);
    try {
      while (rest.length > 0) rest = rest.subarray(this.context.system.sync('write', 2, new Uint8Array(rest), null));
    } catch {
      // The reader of the output has closed it.
    }
  }

  #listenToRejections(): void {
    if (typeof globalThis.addEventListener !== 'function') return;
    globalThis.addEventListener('unhandledrejection', (event: PromiseRejectionEvent) => {
      event.preventDefault();
      this.#loop.run(() => this.rejected(event.reason, event.promise));
    });
    globalThis.addEventListener('rejectionhandled', (event: PromiseRejectionEvent) => {
      this.#loop.run(() => this.rejections.handledLate(event.promise));
    });
    globalThis.addEventListener('error', (event: ErrorEvent) => {
      event.preventDefault();
      this.uncaught(event.error, false);
    });
  }

  rejected(reason: unknown, promise: Promise<unknown>): void {
    if (reason instanceof ProcessExit || this.#loop.isClosed) return;
    this.rejections.rejected(reason, promise);
  }
}
