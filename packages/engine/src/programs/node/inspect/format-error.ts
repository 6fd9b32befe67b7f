import { prefixOf } from './constructor-name.ts';
import type { Inspector } from './inspector.ts';

/** Frames that an error shares with its cause are omitted if there are more than this. */
const FEWEST_SHARED = 3;

function readText(error: Error, name: string): string {
  try {
    const value: unknown = Reflect.get(error, name);
    return value === undefined ? '' : String(value);
  } catch {
    return '';
  }
}

function stackOf(error: Error): string {
  try {
    const stack: unknown = Reflect.get(error, 'stack');
    return stack ? String(stack) : Error.prototype.toString.call(error);
  } catch {
    return Error.prototype.toString.call(error);
  }
}

/** Adds the class name to the head of a subclass that did not set its `name`. */
function improveHead(stack: string, name: string, owner: string | null, tag: string): string {
  const next = stack[name.length];
  const isPlain = name.endsWith('Error') && stack.startsWith(name) && (next === undefined || next === ':' || next === '\n');
  if (owner !== null && !isPlain) return stack;
  let fallback = 'Error';
  let length = name.length;
  if (owner === null) {
    const [, start = ''] = /^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n\s+at)/.exec(stack) ?? /^([a-z_A-Z0-9-]*Error)$/.exec(stack) ?? [];
    length = start.length;
    fallback = start || 'Error';
  }
  const prefix = prefixOf(owner, tag, fallback).slice(0, -1);
  if (name === prefix) return stack;
  if (!prefix.includes(name)) return `${prefix} [${name}]${stack.slice(length)}`;
  return length === 0 ? `${prefix}: ${stack}` : `${prefix}${stack.slice(length)}`;
}

/** Finds the first run of more than FEWEST_SHARED frames that both stacks have. The length is 0 if there is none. */
function sharedFrames(frames: readonly string[], others: readonly string[]): { start: number; length: number } {
  for (let start = 0; start < frames.length - FEWEST_SHARED; start++) {
    const at = others.indexOf(frames[start] ?? '');
    if (at === -1) continue;
    let length = 1;
    while (start + length < frames.length && frames[start + length] === others[at + length]) length++;
    if (length > FEWEST_SHARED) return { start, length };
  }
  return { start: 0, length: 0 };
}

function framesOf(inspector: Inspector, error: Error, text: string): string {
  const { cause } = error;
  const frames = text.split('\n');
  if (!(cause instanceof Error)) return text;
  const theirs = stackOf(cause);
  const begin = theirs.indexOf('\n    at');
  if (begin === -1) return text;
  const { start, length } = sharedFrames(frames, theirs.slice(begin + 1).split('\n'));
  if (length > FEWEST_SHARED)
    frames.splice(start + 1, length - 2, inspector.stylize(`    ... ${length - 2} lines matching cause stack trace ...`, 'undefined'));
  return frames.join('\n');
}

/** Styles the frames of Node and of packages differently. */
function colored(inspector: Inspector, frames: string): string {
  if (!inspector.options.colors) return frames;
  return frames
    .split('\n')
    .map((line) => {
      if (/\bnode:/.test(line)) return inspector.stylize(line, 'undefined');
      return line.replace(
        /([/\\]node_modules[/\\])(.+?)(?=[/\\])/g,
        (_whole, folder: string, name: string) => folder + inspector.stylize(name, 'module'),
      );
    })
    .join('\n');
}

/** Returns the stack, and the keys except those the stack already shows. */
export function formatError(
  inspector: Inspector,
  error: Error,
  { owner, tag, keys }: { owner: string | null; tag: string; keys: (string | symbol)[] },
): { text: string; keys: (string | symbol)[] } {
  const stack = stackOf(error);
  const isInStack = (key: string | symbol) => {
    if (key !== 'name' && key !== 'message' && key !== 'stack') return false;
    const value: unknown = Reflect.get(error, key);
    return typeof value !== 'string' || stack.includes(value);
  };
  const shown = inspector.options.showHidden ? [...keys] : keys.filter((key) => !isInStack(key));
  if ('cause' in error && !shown.includes('cause')) shown.push('cause');
  if (Array.isArray(Reflect.get(error, 'errors')) && !shown.includes('errors')) shown.push('errors');
  const name = Reflect.get(error, 'name') === null ? 'Error' : readText(error, 'name') || 'Error';
  let text = improveHead(stack, name, owner, tag);
  const message = readText(error, 'message');
  const messageAt = message === '' ? -1 : text.indexOf(message);
  const framesAt = text.indexOf('\n    at', messageAt === -1 ? 0 : messageAt + message.length);
  // Without frames it is put in brackets.
  if (framesAt === -1) text = `[${text}]`;
  else text = `${text.slice(0, framesAt)}\n${colored(inspector, framesOf(inspector, error, text.slice(framesAt + 1)))}`;
  if (inspector.indentation > 0) text = text.replaceAll('\n', `\n${' '.repeat(inspector.indentation)}`);
  return { text, keys: shown };
}
