import { indentUnit } from '@codemirror/language';
import type { Extension, Text } from '@codemirror/state';

/** Lines at the beginning that are read to detect the indentation. */
const LOOKED_AT = 400;
/** A larger step is a continued line rather than an indentation. Columns. */
const MOST_COLUMNS = 8;
const TAB = '\t';

/** The default by ending or name, if the file itself shows no indentation. */
const USUAL: Readonly<Record<string, string>> = {
  ...each('go makefile mk gnumakefile justfile gitmodules', TAB),
  ...each('py pyi rs java kt kts cs c h cc cpp hpp cxx php swift toml sql ps1', ' '.repeat(4)),
};

function each(names: string, unit: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, unit]));
}

/** Makes the Tab key and new lines indent as the file does. */
export function indentLike(path: string): Extension {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const usual = (Object.hasOwn(USUAL, ending) ? USUAL[ending] : undefined) ?? '  ';
  return indentUnit.compute(['doc'], ({ doc }) => indentationIn(doc) ?? usual);
}

/** One step of a text's indentation; null if it has none. */
export function indentationIn(doc: Text): string | null {
  let tabs = 0;
  const steps = new Map<number, number>();
  let before = 0;
  const lines = doc.iterLines(1, Math.min(doc.lines, LOOKED_AT) + 1);
  for (const line of lines) {
    const first = /\S/.exec(line)?.index;
    if (first === undefined) continue;
    if (line.startsWith(TAB)) tabs++;
    const columns = line.startsWith(TAB) ? 0 : first;
    const step = Math.abs(columns - before);
    before = columns;
    // One extra column is the star of a comment.
    if (step > 1 && step <= MOST_COLUMNS) steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  const [step, count] = [...steps].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0]);
  if (tabs === 0 && step === 0) return null;
  return tabs > count ? TAB : ' '.repeat(step);
}
