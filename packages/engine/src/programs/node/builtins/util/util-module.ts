import parseArgsFile from 'deferred:rare/parse-args';
import { errorCodes } from '../../../../abi/error-codes.ts';
import { deferredPart } from '../../deferred/deferred-part.ts';
import { loadRareClasses } from '../../deferred/load-rare-classes.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { validateString } from '../../errors/validate.ts';
import type { Inspection } from '../../inspect/inspect.ts';
import { stripEscapes } from '../../inspect/text-layout.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { isDeepEqual } from './deep-equal.ts';
import { parseEnvironment } from './parse-env.ts';
import { takesColors } from './takes-colors.ts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

const loadParseArgs = deferredPart<typeof import('../../deferred/rare/parse-args.ts')>('rare/parse-args', parseArgsFile);

export const promisifyCustom = Symbol.for('nodejs.util.promisify.custom');

export function promisify(original: unknown): AnyFunction {
  if (typeof original !== 'function') throw invalidArgumentType('original', 'of type function', original);
  const custom: unknown = Reflect.get(original, promisifyCustom);
  if (typeof custom === 'function')
    return Object.defineProperty(custom, promisifyCustom, { value: custom, configurable: true }) as AnyFunction;
  const promisified = function (this: unknown, ...args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      Reflect.apply(original, this, [...args, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value))]);
    });
  };
  Object.setPrototypeOf(promisified, Object.getPrototypeOf(original));
  Object.defineProperty(promisified, promisifyCustom, { value: promisified, configurable: true });
  return Object.defineProperties(promisified, Object.getOwnPropertyDescriptors(original)) as AnyFunction;
}

function falsyRejection(reason: unknown): Error {
  return Object.assign(nodeError(Error, 'ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value'), { reason });
}

function createCallbackify(host: NodeHost): (original: unknown) => AnyFunction {
  return (original) => {
    if (typeof original !== 'function') throw invalidArgumentType('original', 'of type function', original);
    const callbackified = function (this: unknown, ...args: unknown[]) {
      const callback = args.pop();
      if (typeof callback !== 'function') throw invalidArgumentType('last argument', 'of type function', callback);
      (Reflect.apply(original, this, args) as Promise<unknown>).then(
        (value) => host.loop.nextTick(() => Reflect.apply(callback, this, [null, value]), []),
        (error: unknown) => host.loop.nextTick(() => Reflect.apply(callback, this, [error || falsyRejection(error)]), []),
      );
    };
    // Copies the function's properties: programs store their synchronous variant in one.
    const carried = Object.getOwnPropertyDescriptors(original);
    if (typeof carried.length.value === 'number') carried.length.value += 1;
    if (typeof carried.name.value === 'string') carried.name.value += 'Callbackified';
    return Object.defineProperties(callbackified, carried);
  };
}

function createDeprecate(host: NodeHost) {
  const warned = new Set<string>();
  return (original: AnyFunction, message: string, code?: string): AnyFunction => {
    if (code !== undefined) validateString(code, 'code');
    let hasWarned = false;
    const deprecated = function (this: unknown, ...args: unknown[]): unknown {
      if (!hasWarned) {
        hasWarned = true;
        if (code === undefined || !warned.has(code)) {
          if (code !== undefined) warned.add(code);
          (host.builtin('process').emitWarning as AnyFunction)(message, 'DeprecationWarning', code);
        }
      }
      return new.target ? Reflect.construct(original, args, new.target) : Reflect.apply(original, this, args);
    };
    Object.setPrototypeOf(deprecated, original);
    if (original.prototype !== undefined) deprecated.prototype = original.prototype;
    return deprecated;
  };
}

function inherits(child: unknown, parent: unknown): void {
  if (typeof child !== 'function') throw invalidArgumentType('ctor', 'of type function', child);
  if (typeof parent !== 'function' && (typeof parent !== 'object' || parent === null))
    throw invalidArgumentType('superCtor', 'of type function', parent);
  const prototype: unknown = Reflect.get(parent, 'prototype');
  if (prototype === undefined) throw invalidArgumentType('superCtor.prototype', 'of type object', prototype);
  Object.defineProperty(child, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(child.prototype, prototype as object);
}

function createStyleText(host: NodeHost, inspection: Inspection) {
  return (format: string | string[], text: string, options: { validateStream?: boolean; stream?: unknown } = {}): string => {
    const isPlain = options.validateStream !== false && !takesColors(host, options.stream ?? host.builtin('process').stdout);
    const colors = inspection.inspect.colors as Record<string, [number, number]>;
    let styled = text;
    for (const name of [format].flat().reverse()) {
      if (name === 'none') continue;
      const codes = Object.hasOwn(colors, name) ? colors[name] : undefined;
      if (codes === undefined)
        throw nodeError(
          TypeError,
          'ERR_INVALID_ARG_VALUE',
          `The argument 'format' must be one of: ${Object.keys(colors)
            .map((key) => `'${key}'`)
            .join(', ')}. Received '${name}'`,
        );
      if (!isPlain) styled = `\u001b[${codes[0]}m${styled}\u001b[${codes[1]}m`;
    }
    return styled;
  };
}

function createDebuglog(host: NodeHost, inspection: Inspection) {
  return (section: string) => {
    const enabled = (host.context.env.NODE_DEBUG ?? '')
      .split(',')
      .some((name) => new RegExp(`^${name.trim().replaceAll('*', '.*')}$`, 'i').test(section));
    const log = (...args: unknown[]): void => {
      if (!enabled) return;
      const stderr = host.builtin('process').stderr as { write(text: string): void };
      stderr.write(`${section.toUpperCase()} ${host.context.pid}: ${inspection.format(...args)}\n`);
    };
    return Object.assign(log, { enabled });
  };
}

/** Implements `util.getCallSites`, starting at the caller's caller. */
function callSites(count: number): object[] {
  const limit: unknown = Reflect.get(Error, 'stackTraceLimit');
  // The engine's own frames are removed.
  Reflect.set(Error, 'stackTraceLimit', count + 10);
  const lines = String(new Error().stack).split('\n').slice(1);
  Reflect.set(Error, 'stackTraceLimit', limit);
  return lines.slice(0, count).flatMap((line) => {
    const [, name = '', file = '', row, column] = /^\s+at (?:(.*) \()?(.*):(\d+):(\d+)\)?$/.exec(line) ?? [];
    if (row === undefined) return [];
    const place = { lineNumber: Number(row), columnNumber: Number(column), column: Number(column) };
    return [
      { functionName: name.replace(/^(?:async |new )?(?:Object\.)?(?:<anonymous>)?/, ''), scriptId: '0', scriptName: file, ...place },
    ];
  });
}

function systemErrorName(errno: number): string | undefined {
  for (const [code, entry] of errorCodes) if (entry.errno === -errno) return code;
  return undefined;
}

function legacyTests(types: BuiltinExports): BuiltinExports {
  return {
    isArray: Array.isArray,
    isBoolean: (value: unknown) => typeof value === 'boolean',
    isBuffer: (value: unknown) => value instanceof Uint8Array && value.constructor?.name === 'Buffer',
    isDate: types.isDate,
    isError: (value: unknown) => types.isNativeError !== undefined && value instanceof Error,
    isFunction: (value: unknown) => typeof value === 'function',
    isNull: (value: unknown) => value === null,
    isNullOrUndefined: (value: unknown) => value === null || value === undefined,
    isNumber: (value: unknown) => typeof value === 'number',
    isObject: (value: unknown) => value !== null && typeof value === 'object',
    isPrimitive: (value: unknown) => (typeof value !== 'object' && typeof value !== 'function') || value === null,
    isRegExp: types.isRegExp,
    isString: (value: unknown) => typeof value === 'string',
    isSymbol: (value: unknown) => typeof value === 'symbol',
    isUndefined: (value: unknown) => value === undefined,
  };
}

export function createUtilModule(host: NodeHost, inspection: Inspection): BuiltinExports {
  const types = host.builtin('util/types');
  const deprecate = createDeprecate(host);
  return {
    ...legacyTests(types),
    inspect: inspection.inspect,
    format: inspection.format,
    formatWithOptions: inspection.formatWithOptions,
    types,
    promisify: Object.assign(promisify, { custom: promisifyCustom }),
    callbackify: createCallbackify(host),
    deprecate,
    inherits,
    debuglog: createDebuglog(host, inspection),
    debug: createDebuglog(host, inspection),
    isDeepStrictEqual: (a: unknown, b: unknown) => isDeepEqual(a, b, 'strict'),
    styleText: createStyleText(host, inspection),
    stripVTControlCharacters: (text: unknown) => {
      if (typeof text !== 'string') throw invalidArgumentType('str', 'of type string', text);
      return stripEscapes(text);
    },
    parseEnv: (text: unknown) => {
      validateString(text, 'content');
      return parseEnvironment(text);
    },
    parseArgs: (config?: unknown) =>
      loadParseArgs(host).parseArguments(config, host.builtin('process') as { argv: string[]; execArgv: string[] }),
    toUSVString: (text: unknown) =>
      String(text).replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
    getSystemErrorName: systemErrorName,
    getSystemErrorMap: () => new Map([...errorCodes].map(([code, entry]) => [-entry.errno, [code, entry.description]])),
    getSystemErrorMessage: (errno: number) => errorCodes.get(systemErrorName(errno) ?? '')?.description,
    getCallSite: (count?: unknown) => {
      const { emitWarning } = host.builtin('process') as { emitWarning(message: string, type: string): void };
      emitWarning('The `util.getCallSite` API has been renamed to `util.getCallSites()`.', 'ExperimentalWarning');
      return callSites(typeof count === 'number' ? count : 8);
    },
    getCallSites: (count?: unknown) => callSites(typeof count === 'number' ? count : 8),
    aborted: (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    transferableAbortController: () => new AbortController(),
    transferableAbortSignal: (signal: AbortSignal) => signal,
    get MIMEType() {
      return loadRareClasses(host).MIMEType;
    },
    get MIMEParams() {
      return loadRareClasses(host).MIMEParams;
    },
    TextEncoder: globalThis.TextEncoder,
    TextDecoder: globalThis.TextDecoder,
    log: (...args: unknown[]) =>
      (host.builtin('console').log as AnyFunction)(`${new Date().toTimeString().slice(0, 8)} - ${inspection.format(...args)}`),
    _extend: (target: unknown, source: unknown) => Object.assign(target as object, source),
  };
}
