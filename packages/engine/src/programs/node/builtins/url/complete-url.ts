import { nodeError } from '../../errors/node-error.ts';

type Native = typeof URL;

const SPECIAL: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:', 'ftp:', 'file:']);

function invalidUrl(input: string, base: string | undefined): Error {
  const error = Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input });
  return base === undefined ? error : Object.assign(error, { base });
}

/** Chromium escapes characters that are not allowed in a host (a space, `<`, `^`, `|` …), which the standard and Node reject. */
function hasEscapedHost(url: URL): boolean {
  return url.href.includes('%') && url.hostname.includes('%') && SPECIAL.has(url.protocol);
}

/** Makes the setter ignore a host that would be escaped. */
function guardHost(prototype: object, name: 'host' | 'hostname'): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  const set = descriptor?.set;
  if (descriptor === undefined || set === undefined) return;
  const guarded = {
    set [name](value: unknown) {
      const url = this as unknown as URL; // The setter throws for anything else.
      const text = `${value}`;
      const before = /[^\w.:[\]-]/.test(text) ? url.href : null;
      set.call(url, text);
      if (before !== null && hasEscapedHost(url)) url.href = before;
    },
  };
  Object.defineProperty(prototype, name, { ...descriptor, set: Object.getOwnPropertyDescriptor(guarded, name)?.set ?? set });
}

/** Gives the browser's class Node's errors and host rules; a proxy, so that all URLs remain instances of it. */
export function completeUrl(native: Native): Native {
  const make = (args: readonly unknown[], newTarget: unknown = native): URL => {
    const input = `${args[0]}`;
    const base = args[1] === undefined ? undefined : `${args[1]}`;
    let url: URL;
    try {
      url = Reflect.construct(native, base === undefined ? [input] : [input, base], newTarget as Native);
    } catch {
      throw invalidUrl(input, base);
    }
    if (hasEscapedHost(url)) throw invalidUrl(input, base);
    return url;
  };
  const attempt = (args: readonly unknown[]): URL | null => {
    if (args.length === 0) throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "url" argument must be specified');
    try {
      return make(args);
    } catch (error) {
      // Errors from converting the arguments are thrown to the caller.
      if (error instanceof TypeError && Reflect.get(error, 'code') === 'ERR_INVALID_URL') return null;
      throw error;
    }
  };
  const completed = new Proxy(native, {
    construct(_target, args: unknown[], newTarget) {
      if (args.length === 0) throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "url" argument must be specified');
      return make(args, newTarget);
    },
  });
  const hidden = { writable: true, enumerable: true, configurable: true };
  Object.defineProperties(native, {
    canParse: { ...hidden, value: { canParse: (...args: unknown[]) => attempt(args) !== null }.canParse },
    parse: { ...hidden, value: { parse: (...args: unknown[]) => attempt(args) }.parse },
  });
  guardHost(native.prototype, 'host');
  guardHost(native.prototype, 'hostname');
  Object.defineProperty(native.prototype, 'constructor', { value: completed, writable: true, configurable: true });
  return completed;
}
