import { readFileSync } from 'node:fs';

/** Reads a small program stored as one text; `=== path` begins a file. The first file is the main one. */
export function readProgram(url: URL): { main: string; files: Map<string, string> } {
  const files = new Map<string, string>();
  let main = '';
  for (const section of readFileSync(url, 'utf8').split(/^=== /m).slice(1)) {
    const end = section.indexOf('\n');
    const path = section.slice(0, end).trim();
    if (main === '') main = path;
    files.set(path, section.slice(end + 1));
  }
  return { main, files };
}
