import { fileUrlToPath } from './loader/module-files.ts';
import { NODE_VERSION } from './node-version.ts';
import { reasonText } from './unhandled-rejections.ts';

/** Returns the location of the first frame with a file path. */
function firstPlace(stack: string): { file: string; line: number; column: number } | null {
  for (const text of stack.split('\n')) {
    const match = /^\s+at (?:.*\()?((?:file:\/\/)?\/[^()]*?):(\d+):(\d+)\)?$/.exec(text);
    if (match === null) continue;
    return { file: match[1] ?? '', line: Number(match[2]), column: Number(match[3]) };
  }
  return null;
}

/** Returns the location, source line and caret, as Node shows them above the stack. */
function sourceFrame(stack: string, readText: (path: string) => string): string {
  const place = firstPlace(stack);
  if (place === null) return '';
  try {
    const path = place.file.startsWith('file:') ? fileUrlToPath(place.file) : place.file;
    const line = readText(path).split('\n')[place.line - 1];
    if (line === undefined || line.length > 500) return '';
    const indent = line.slice(0, place.column - 1).replace(/[^\t]/g, ' ');
    return `${place.file}:${place.line}\n${line}\n${indent}^\n\n`;
  } catch {
    return '';
  }
}

/** Returns the text that Node prints before it exits with 1. */
export function describeUncaught(
  error: unknown,
  tools: { inspect(value: unknown): string; readText(path: string): string; isRejection: boolean },
): string {
  const trailer = `\n\nNode.js ${NODE_VERSION}\n`;
  if (error instanceof Error) {
    const stack = String(error.stack ?? error);
    const hasPlace = !stack.startsWith(error.name) && /^(?:file:\/\/)?\/[^\n]*:\d+\n/.test(stack);
    const frame = hasPlace ? '' : sourceFrame(stack, tools.readText);
    // Without frames, `inspect` adds brackets; here the text has none.
    const shown = tools.inspect(error).replace(`[${stack}]`, () => stack);
    return `${frame}${shown}${trailer}`;
  }
  if (tools.isRejection) {
    const shown = reasonText(error);
    return (
      `node:internal/process/promises:394\n      triggerUncaughtException(err, true /* fromPromise */);\n      ^\n\n` +
      `[UnhandledPromiseRejection: This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason "${shown}".] {\n  code: 'ERR_UNHANDLED_REJECTION'\n}${trailer}`
    );
  }
  return `Uncaught:\n${tools.inspect(error)}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)${trailer}`;
}
