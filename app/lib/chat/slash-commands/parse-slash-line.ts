export interface SlashLine {
  name: string;
  args: string;
  /** The whole line. */
  text: string;
}

/** Parses text that begins with `/`, including a path; null for an ordinary message. */
export function parseSlashLine(text: string): SlashLine | null {
  const line = text.trim();
  const found = /^\/(\S*)(?:\s+([\s\S]*))?$/.exec(line);
  return found === null ? null : { name: (found[1] ?? '').toLowerCase(), args: found[2]?.trim() ?? '', text: line };
}
