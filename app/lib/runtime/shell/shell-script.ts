export interface ShellScriptParts {
  command: string;
  /** The directory to run in, as an absolute path. */
  directory: string;
  /** The directory to use if that one is gone; if null, the command does not run then. */
  otherwise: string | null;
  /** File with the exported variables of the previous command; null if there is none. */
  environment: string | null;
  /** File to which this command's variables are written at its end. */
  environmentAfter: string;
  /** Files that are no longer needed. */
  stale: readonly string[];
  marker: string;
}

/**
 * The shell's script: the command unchanged, after a prefix that restores the state of a continuous shell. The prefix is on one
 * line with the command, so that line numbers in error messages are the command's own. Paths are quoted words.
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
    // Programs started with `&` would silently end with their shell: the shell waits for them instead, and reports it.
    `trap 'export -p > ${environmentAfter}; ${signal('=%s')} "$PWD"; if [ -n "$(jobs -p)" ]; then ${signal('&')}; wait; fi' EXIT`,
    command,
  ].join('; ');
}

/** A single-quoted shell word. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
