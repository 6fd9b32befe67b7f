import { readFileSync } from 'node:fs';

/** The standard input of the programs. */
export const DOCUMENTED_INPUT = 'line one\nline two\n';

export interface DocumentedProgram {
  title: string;
  source: string;
}

/** Reads small programs based on the examples of Node's documentation; `=== title` begins each. */
export function readDocumented(path: string): DocumentedProgram[] {
  return readFileSync(path, 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n');
      return { title: section.slice(0, end).trim(), source: section.slice(end + 1) };
    });
}

export function documentedFile(source: string): string {
  return /^import\b/.test(source) ? 'main.mjs' : 'main.cjs';
}
