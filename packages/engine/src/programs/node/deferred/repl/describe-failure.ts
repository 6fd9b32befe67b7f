import type { ReplServer, Writer } from './repl-types.ts';

/**
 * Returns the stack frames inside the input: without the input's own outermost frame and the frames that called it. Functions of the
 * context are not shown as methods.
 */
function ownFrames(stack: string): string {
  const lines = stack
    .split('\n')
    .filter((line) => !/^ {4}at set \S+ \(REPL\d+:/.test(line))
    .map((line) => line.replace(/^( {4}at )(?:global|Object|DedicatedWorkerGlobalScope)\.(\S+ \(REPL\d+:)/, '$1$2'));
  const last = lines.findLastIndex((line) => /^ {4}at .*\bREPL\d+:\d+:\d+\)?$/.test(line));
  if (last === -1) return stack;
  const outermost = lines[last] ?? '';
  const isTop = /^ {4}at (?:(?:\w+\.)?(?:eval|<anonymous>) \()?REPL\d+:\d+:\d+\)?$/.test(outermost);
  return lines.slice(0, isTop ? last : last + 1).join('\n');
}

function cleanStack(error: object): void {
  const stack: unknown = Reflect.get(error, 'stack');
  if (typeof stack !== 'string') return;
  const cleaned = Reflect.get(error, 'name') === 'SyntaxError' ? stack.replace(/^\s+at\s.*\n?/gm, '').trimEnd() : ownFrames(stack);
  // A frozen error keeps its own stack.
  if (cleaned !== stack) Reflect.set(error, 'stack', cleaned);
}

function breakLength(writer: Writer): number {
  const given = writer.options?.breakLength;
  return typeof given === 'number' ? given : Number.POSITIVE_INFINITY;
}

/** Returns the text `Uncaught …` for an error, with a line end. */
export function describeFailure(error: unknown, server: ReplServer): string {
  const isError = typeof error === 'object' && error !== null;
  if (isError) cleanStack(error);
  let shown = server.writer(error);
  // An error without a stack is shown in brackets.
  if (isError && Reflect.get(error, 'stack') && shown.startsWith('[') && shown.endsWith(']')) shown = shown.slice(1, -1);
  const lines = shown.split(/(?<=\n)/);
  let isMarked = false;
  let text = '';
  for (const line of lines) {
    if (!isMarked && /^\[?([A-Z][a-z0-9_]*)*Error/.test(line)) {
      text += breakLength(server.writer) >= line.length ? `Uncaught ${line}` : `Uncaught:\n${line}`;
      isMarked = true;
    } else text += line;
  }
  if (!isMarked) text = `Uncaught${lines.length === 1 ? ' ' : ':\n'}${text}`;
  return text.endsWith('\n') ? text : `${text}\n`;
}
