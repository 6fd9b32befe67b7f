export interface SlashLine {
  name: string;
  args: string;
  /** All of it. */
  text: string;
}

/** What begins with `/`, also a path; null: a message. */
export function parseSlashLine(text: string): SlashLine | null {
  const line = text.trim();
  const found = /^\/(\S*)(?:\s+([\s\S]*))?$/.exec(line);
  return found === null ? null : { name: (found[1] ?? '').toLowerCase(), args: found[2]?.trim() ?? '', text: line };
}
