const assignment = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^\n\r]*))/gm;

/** Parses the content of a `.env` file, like `util.parseEnv` and `--env-file`. */
export function parseEnvironment(text: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const match of text.replaceAll('\r\n', '\n').matchAll(assignment)) {
    const [, name = '', single, double, backtick, bare] = match;
    let value = single ?? backtick;
    if (double !== undefined) value = double.replaceAll('\\n', '\n');
    value ??= (bare ?? '').replace(/#.*$/, '').trim();
    values.set(name, value);
  }
  return Object.fromEntries(values);
}
