export interface ShellScriptParts {
  command: string;
  /** Where it runs: an absolute path. */
  directory: string;
  /** Where it runs when that folder is gone; null: it does not run then. */
  otherwise: string | null;
  /** Holds the exported variables of the command before; null: there are none. */
  environment: string | null;
  /** Where this command's are written at its end. */
  environmentAfter: string;
  /** Files that nobody reads any more. */
  stale: readonly string[];
  marker: string;
}

/**
 * What the shell is given: the command as it is, after what one expects of a shell that never ends; all of that in one line, so that the
 * shell's complaints name the command's own lines. Paths are words in quotes.
 */
export function shellScript(parts: ShellScriptParts): string {
  const { command, directory, otherwise, environment, environmentAfter, stale, marker } = parts;
  const signal = (body: string) => `printf "\\033]654;${marker}${body}\\007"`;
  const gone = quoteWord(`cd: ${directory}: no such folder any more; this runs in ${otherwise ?? ''}`);
  return [
    signal('!'),
    ...(environment === null ? [] : [`. ${quoteWord(environment)}`]),
    ...(stale.length === 0 ? [] : [`rm -f ${stale.map(quoteWord).join(' ')}`]),
    otherwise === null
      ? `cd ${quoteWord(directory)} || exit 1`
      : `cd ${quoteWord(directory)} 2>/dev/null || { printf '%s\\n' ${gone} >&2; cd ${quoteWord(otherwise)} || exit 1; }`,
    // What was started with `&` would end with its shell, unseen: the shell waits for it instead, and says so.
    `trap 'export -p > ${environmentAfter}; ${signal('=%s')} "$PWD"; if [ -n "$(jobs -p)" ]; then ${signal('&')}; wait; fi' EXIT`,
    command,
  ].join('; ');
}

/** A single-quoted shell word. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
