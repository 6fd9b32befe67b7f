import { invalidArgumentType, nodeError, notSupported } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { WasiDescriptors } from './wasi-descriptors.ts';
import { wasiErrnoOf } from './wasi-errno.ts';
import { createWasiFileCalls, type WasiCall } from './wasi-file-calls.ts';
import { WasiMemory } from './wasi-memory.ts';
import { createWasiPathCalls } from './wasi-path-calls.ts';
import { createWasiProcessCalls } from './wasi-process-calls.ts';

interface WasiOptions {
  version?: unknown;
  args?: unknown;
  env?: unknown;
  preopens?: unknown;
  returnOnExit?: unknown;
  stdin?: unknown;
  stdout?: unknown;
  stderr?: unknown;
}

/** `@emnapi/wasi-threads` finds these symbols by their descriptions, to start a thread's instance. */
const kInstance = Symbol('kInstance');
const kSetMemory = Symbol('kSetMemory');

class WasiExit extends Error {
  constructor(readonly exitCode: number) {
    super(`exit ${exitCode}`);
  }
}

function textsOf(options: WasiOptions, name: 'args' | 'env' | 'preopens'): [string, string][] {
  const value = options[name];
  if (value === undefined) return [];
  if (name === 'args' ? !Array.isArray(value) : typeof value !== 'object' || value === null)
    throw invalidArgumentType(`options.${name}`, name === 'args' ? 'an instance of Array' : 'of type object', value);
  return Object.entries(value as object) // Checked above.
    .filter(([, text]) => text !== undefined)
    .map(([key, text]) => [key, String(text)]);
}

function descriptorOf(options: WasiOptions, name: 'stdin' | 'stdout' | 'stderr', usual: number): number {
  const value = options[name] ?? usual;
  if (typeof value !== 'number') throw invalidArgumentType(`options.${name}`, 'of type number', value);
  return value;
}

function checkVersion(version: unknown): void {
  if (typeof version !== 'string') throw invalidArgumentType('options.version', 'of type string', version);
  if (version === 'unstable') throw notSupported("WASI version 'unstable'", "compile for 'preview1'");
  if (version !== 'preview1')
    throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The property 'options.version' unsupported WASI version. Received '${version}'`);
}

/** Converts errors of a call to the errno that it returns. */
function guarded(call: WasiCall): (...parameters: never[]) => number {
  return (...parameters) => {
    try {
      const errno = call(...parameters);
      return typeof errno === 'number' ? errno : 0;
    } catch (error) {
      const errno = wasiErrnoOf(error);
      if (errno === null) throw error;
      return errno;
    }
  };
}

function functionOf(exports: WebAssembly.Exports, name: string): (() => void) | undefined {
  const value = exports[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'function') throw invalidArgumentType(`instance.exports.${name}`, 'of type function', value);
  return value as () => void; // Exported WebAssembly functions check their own parameters.
}

function callsOf(host: NodeHost, memory: WasiMemory, options: WasiOptions): Record<string, WasiCall> {
  const descriptors = new WasiDescriptors(host, {
    stdin: descriptorOf(options, 'stdin', 0),
    stdout: descriptorOf(options, 'stdout', 1),
    stderr: descriptorOf(options, 'stderr', 2),
    preopens: textsOf(options, 'preopens'),
  });
  const context = { host, memory, descriptors };
  const program = {
    args: textsOf(options, 'args').map(([, text]) => text),
    env: textsOf(options, 'env').map(([name, value]) => `${name}=${value}`),
    exit(code: number): never {
      if (options.returnOnExit === false) (host.builtin('process') as { exit(code: number): void }).exit(code);
      throw new WasiExit(code);
    },
  };
  const calls = { ...createWasiFileCalls(context), ...createWasiPathCalls(context), ...createWasiProcessCalls(context, program) };
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, guarded(call)]));
}

/** Creates `node:wasi`: the system calls of WASI preview 1 on the engine's files. */
export function createWasiModule(host: NodeHost): BuiltinExports {
  class WASI {
    readonly wasiImport: Record<string, WasiCall>;
    [kInstance]: unknown;
    readonly [kSetMemory]: (memory: unknown) => void;
    #isStarted = false;

    constructor(options: WasiOptions = {}) {
      checkVersion(options.version);
      const memory = new WasiMemory();
      this.wasiImport = callsOf(host, memory, options);
      this[kInstance] = undefined;
      this[kSetMemory] = (given) => {
        if (!(given instanceof WebAssembly.Memory))
          throw invalidArgumentType('instance.exports.memory', 'an instance of WebAssembly.Memory', given);
        memory.set(given);
      };
    }

    getImportObject(): Record<string, Record<string, WasiCall>> {
      return { wasi_snapshot_preview1: this.wasiImport };
    }

    finalizeBindings(instance: WebAssembly.Instance, given: { memory?: unknown } = {}): void {
      if (this.#isStarted) throw nodeError(Error, 'ERR_WASI_ALREADY_STARTED', 'WASI instance has already started');
      if (typeof instance !== 'object' || instance === null) throw invalidArgumentType('instance', 'of type object', instance);
      this[kSetMemory](given.memory ?? instance.exports.memory);
      this[kInstance] = instance;
      this.#isStarted = true;
    }

    start(instance: WebAssembly.Instance): number | undefined {
      this.finalizeBindings(instance);
      const { exports } = instance;
      const start = functionOf(exports, '_start');
      if (start === undefined) throw invalidArgumentType('instance.exports._start', 'of type function', start);
      if (exports._initialize !== undefined)
        throw invalidArgumentType('instance.exports._initialize', 'of type undefined', exports._initialize);
      try {
        start();
        return 0;
      } catch (error) {
        if (error instanceof WasiExit) return error.exitCode;
        throw error;
      }
    }

    initialize(instance: WebAssembly.Instance): void {
      this.finalizeBindings(instance);
      const { exports } = instance;
      if (exports._start !== undefined) throw invalidArgumentType('instance.exports._start', 'of type undefined', exports._start);
      functionOf(exports, '_initialize')?.();
    }
  }
  return { WASI };
}
