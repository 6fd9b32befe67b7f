import type { ProgramContext } from '../../abi/program.ts';
import type { SystemCalls } from '../../abi/system-calls.ts';
import type { PortClasses } from './builtins/worker-threads/message-port.ts';
import type { ThreadInfo } from './builtins/worker-threads/thread-messages.ts';
import type { AwaitContext } from './event-loop/await-context.ts';
import type { EventLoop } from './event-loop/event-loop.ts';
import type { Timers } from './event-loop/timers.ts';
import type { GlobalScope } from './global-scope.ts';
import type { RewrittenScript } from './loader/rewrite/rewrite-script.ts';

/** The value of a builtin module: what `require('fs')` returns. */
export type BuiltinExports = Record<string, unknown>;

/** What every builtin module is made from: one per process. */
export interface NodeHost {
  readonly context: ProgramContext;
  readonly system: SystemCalls;
  readonly loop: EventLoop;
  readonly timers: Timers;
  readonly awaitContext: AwaitContext;
  readonly scope: GlobalScope;
  /** Loads a builtin module by its bare name (`fs/promises`); each is made once, when first asked for. */
  builtin(name: string): BuiltinExports;
  /** What a file of compiled machine code exports, where the engine has the same itself. */
  loadAddon(filename: string): unknown;
  /** Absolute, against the current working directory. */
  resolvePath(path: string): string;
  /** `import()` from the working directory. */
  importModule(specifier: string): Promise<object>;
  /** A script for the global scope: directs its `import()` and carries the asynchronous context over its awaits. */
  rewriteGlobalScript(source: string): RewrittenScript | null;
  workingDirectory: string;
  /** null on a process's main thread. */
  thread: ThreadInfo | null;
  /** `MessagePort` and its like, made when first asked for. */
  ports(): PortClasses;
}

export type BuiltinFactory = (host: NodeHost) => BuiltinExports;
