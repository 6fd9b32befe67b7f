import type { ProgramContext } from '../../abi/program.ts';
import type { SystemCalls } from '../../abi/system-calls.ts';
import type { PortClasses } from './builtins/worker-threads/message-port.ts';
import type { ThreadInfo } from './builtins/worker-threads/thread-messages.ts';
import type { AwaitContext } from './event-loop/await-context.ts';
import type { EventLoop } from './event-loop/event-loop.ts';
import type { Timers } from './event-loop/timers.ts';
import type { GlobalScope } from './global-scope.ts';
import type { RewrittenScript } from './loader/rewrite/rewrite-script.ts';

/** The exports of a built-in module: what `require('fs')` returns. */
export type BuiltinExports = Record<string, unknown>;

/** The services from which built-in modules are created; one per process. */
export interface NodeHost {
  readonly context: ProgramContext;
  readonly system: SystemCalls;
  readonly loop: EventLoop;
  readonly timers: Timers;
  readonly awaitContext: AwaitContext;
  readonly scope: GlobalScope;
  /** Loads a built-in module by its bare name (`fs/promises`); each is created once, on first use. */
  builtin(name: string): BuiltinExports;
  /** Returns the exports of a native addon for which the engine has its own implementation. */
  loadAddon(filename: string): unknown;
  /** Returns an absolute path, resolved against the current working directory. */
  resolvePath(path: string): string;
  /** Runs `import()` from the working directory. */
  importModule(specifier: string): Promise<object>;
  /** Rewrites a script for the global scope: redirects its `import()` and carries the asynchronous context over its awaits. */
  rewriteGlobalScript(source: string): RewrittenScript | null;
  workingDirectory: string;
  /** Null on a process's main thread. */
  thread: ThreadInfo | null;
  /** Returns `MessagePort` and related classes, created on first use. */
  ports(): PortClasses;
}

export type BuiltinFactory = (host: NodeHost) => BuiltinExports;
