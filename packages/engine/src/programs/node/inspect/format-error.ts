import type { Inspector } from './inspector.ts';

function readText(error: Error, name: string): string {
  try {
    const value: unknown = Reflect.get(error, name);
    return value === undefined ? '' : String(value);
  } catch {
    return '';
  }
}

function improveHead(stack: string, error: Error): string {
  const name = readText(error, 'name') || 'Error';
  const constructorName = error.constructor?.name ?? '';
  // A subclass that did not set its name is still shown by it.
  if (
    name === 'Error' &&
    constructorName !== '' &&
    constructorName !== 'Error' &&
    constructorName.endsWith('Error') &&
    stack.startsWith('Error')
  )
    return constructorName + stack.slice('Error'.length);
  return stack;
}

/** The stack, with what programs set on the error (`cause` and own keys are shown by the caller as properties). */
export function formatError(inspector: Inspector, error: Error): { text: string; hiddenKeys: string[] } {
  const stack = readText(error, 'stack');
  const fallback = `[${Error.prototype.toString.call(error)}]`;
  let text = stack === '' ? fallback : improveHead(stack, error);
  const headEnd = text.indexOf('\n    at');
  if (headEnd === -1 && stack !== '') text = `[${text}]`;
  const hiddenKeys = ['name', 'message', 'stack'].filter((name) => {
    const value = readText(error, name);
    return value !== '' && text.includes(value);
  });
  if (inspector.indentation > 0) text = text.replaceAll('\n', `\n${' '.repeat(inspector.indentation)}`);
  return { text, hiddenKeys };
}
