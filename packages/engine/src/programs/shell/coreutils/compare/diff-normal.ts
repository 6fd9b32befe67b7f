import { diffArrays } from 'diff';
import { linesWithEnds } from '../../text/lines-with-ends.ts';

/** Returns diff's normal format: `2,3c2`, `<` lines, `---`, `>` lines. */
export function normalDiff(before: string, after: string): string {
  // A missing newline at the end counts as a difference.
  const [left, right] = [linesWithEnds(before), linesWithEnds(after)];
  let [oldLine, newLine] = [1, 1];
  let output = '';
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    if (removed.length + added.length > 0) output += hunk(oldLine, removed, newLine, added);
    oldLine += removed.length;
    newLine += added.length;
    removed = [];
    added = [];
  };
  for (const part of diffArrays(left, right)) {
    if (part.removed) removed.push(...part.value);
    else if (part.added) added.push(...part.value);
    else {
      flush();
      oldLine += part.value.length;
      newLine += part.value.length;
    }
  }
  flush();
  return output;
}

function hunk(oldLine: number, removed: readonly string[], newLine: number, added: readonly string[]): string {
  const letter = removed.length === 0 ? 'a' : added.length === 0 ? 'd' : 'c';
  const old = letter === 'a' ? String(oldLine - 1) : range(oldLine, removed.length);
  const now = letter === 'd' ? String(newLine - 1) : range(newLine, added.length);
  const show = (mark: string, lines: readonly string[]) =>
    lines.map((line) => `${mark} ${line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`}`).join('');
  return `${old}${letter}${now}\n${show('<', removed)}${letter === 'c' ? '---\n' : ''}${show('>', added)}`;
}

function range(start: number, count: number): string {
  return count === 1 ? String(start) : `${start},${start + count - 1}`;
}
