import { readFileSync } from 'node:fs';

export interface ThreatRow {
  threat: string;
  /** Its last cell: file names, and titles in quotes. */
  said: string;
  /** The names as written there, without folder or extension: `name.test`, e2e `name`, conformance `name`, red team `name`. */
  names: string[];
}

/** Reads the rows of the document's section "What is enforced". */
export function readThreatRows(): ThreatRow[] {
  const text = readFileSync('docs/threat-model.md', 'utf8');
  const enforced = text.slice(text.indexOf('## What is enforced'), text.indexOf('## What is not defended'));
  return enforced
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| threat |'))
    .map((line) => {
      const cells = line.split(' | ');
      const said = (cells.at(-1) ?? '').replace(/ \|$/, '');
      const names = [...said.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
      return { threat: (cells[0] ?? '').replace(/^\| /, ''), said, names };
    });
}

/** Returns the test files to which a row's name refers. */
export function filesNamed(name: string, files: readonly string[]): string[] {
  const stem = name.replace(/\.(?:test|spec)$/, '').replaceAll('.', '\\.');
  const pattern = new RegExp(`/${stem}(?:\\.server)?\\.(?:test|spec)\\.tsx?$`);
  return files.filter((file) => pattern.test(`/${file}`));
}
