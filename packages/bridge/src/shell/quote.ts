/**
 * Quotes a word so that bash, dash, zsh, ash and fish all read it as itself. Between single quotes fish obeys backslashes and the others
 * do not; between double quotes all read two backslashes as one. So neither a backslash nor a single quote is put between single quotes.
 */
export function quote(word: string): string {
  if (word.includes('\0'))
    throw Object.assign(new TypeError('A null byte cannot be part of an argument.'), { code: 'ERR_INVALID_ARG_VALUE' });
  const parts = word.match(/[^'\\]+|'+|\\+/g) ?? [];
  return parts.length === 0 ? "''" : parts.map(quotePart).join('');
}

function quotePart(part: string): string {
  if (part.startsWith('\\')) return `"${part.replaceAll('\\', '\\\\')}"`;
  return part.startsWith("'") ? `"${part}"` : `'${part}'`;
}

/** A command line that runs a POSIX script with arguments, whatever the login shell is. */
export function shellCommand(script: string, args: readonly string[]): string {
  return ['exec', '/bin/sh', '-c', quote(script), 'devonz', ...args.map(quote)].join(' ');
}
