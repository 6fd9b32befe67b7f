import { callableClass } from '../../base/callable-class.ts';
import { validateObject } from '../../errors/validate.ts';
import type { Inspection } from '../../inspect/inspect.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { NODE_VERSION } from '../../node-version.ts';
import { builtinLibraries } from './repl-context.ts';
import { createReplServerClass } from './repl-server.ts';
import type { ReplServer, Writer } from './repl-types.ts';
import { isUnfinished, isValidCode, Recoverable } from './unfinished-code.ts';

function createReplModule(host: NodeHost): BuiltinExports {
  const { inspect } = host.builtin('util') as { inspect: Inspection['inspect'] };
  const modes = { sloppy: Symbol('repl-sloppy'), strict: Symbol('repl-strict') };
  const writer: Writer = (value) => inspect(value, writer.options);
  writer.options = { ...inspect.defaultOptions, showProxy: true };
  Object.defineProperty(inspect, 'replDefaults', {
    configurable: true,
    get: () => writer.options,
    set: (given: unknown) => {
      validateObject(given, 'options');
      Object.assign(writer.options ?? {}, given);
    },
  });
  const repl: BuiltinExports = {};
  const REPLServer = callableClass('REPLServer', createReplServerClass(host, { inspect, modes, writer, repl }), 'instances');
  return Object.assign(repl, {
    start: (...args: unknown[]) => Reflect.construct(REPLServer, args),
    writer,
    REPLServer,
    REPL_MODE_SLOPPY: modes.sloppy,
    REPL_MODE_STRICT: modes.strict,
    Recoverable,
    isValidSyntax: (code: unknown) => isValidCode(String(code)) || isUnfinished(String(code)),
    builtinModules: [...builtinLibraries],
    _builtinLibs: [...builtinLibraries],
  });
}

/** Runs `node` on a terminal, and `node -i`. */
function startRepl(host: NodeHost): void {
  const { env } = host.context;
  const process = host.builtin('process') as {
    stdout: { write(text: string): void; isTTY?: boolean };
    exit(): void;
    setUncaughtExceptionCaptureCallback(handler: (error: unknown) => void): void;
  };
  process.stdout.write(`Welcome to Node.js ${NODE_VERSION}.\nType ".help" for more information.\n`);
  const { start, REPL_MODE_STRICT: strict } = host.builtin('repl') as { start(options: object): unknown; REPL_MODE_STRICT: symbol };
  const size = Number(env.NODE_REPL_HISTORY_SIZE);
  const server = start({
    useGlobal: true,
    breakEvalOnSigint: true,
    isStandalone: true,
    ...(env.NODE_NO_READLINE ? { terminal: false } : {}),
    ...(size > 0 ? { historySize: size } : {}),
    ...(env.NODE_REPL_MODE?.toLowerCase().trim() === 'strict' ? { replMode: strict } : {}),
  }) as ReplServer;
  if (server.terminal) server.setupHistory(env.NODE_REPL_HISTORY, () => {});
  server.on('exit', () => process.exit());
  // After an asynchronous failure of a line, the REPL continues.
  process.setUncaughtExceptionCaptureCallback((error) => void server._domain.emit('error', error));
}

/** The implementation of `node:repl`. */
export const replModule = { createReplModule, startRepl };
