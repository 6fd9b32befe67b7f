import { indentUnit } from '@codemirror/language';
import type { Extension, Text } from '@codemirror/state';

/** So many lines from the beginning say how a file is indented. */
const LOOKED_AT = 400;
/** No indentation, but a line that continues the one before. Columns. */
const MOST_COLUMNS = 8;
const TAB = '\t';

/** Where a file says nothing itself, by its ending or its name. */
const USUAL: Readonly<Record<string, string>> = {
  ...each('go makefile mk gnumakefile justfile gitmodules', TAB),
  ...each('py pyi rs java kt kts cs c h cc cpp hpp cxx php swift toml sql ps1', ' '.repeat(4)),
};

function each(names: string, unit: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, unit]));
}

/** The Tab key and new lines indent as the file does. */
export function indentLike(path: string): Extension {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const usual = (Object.hasOwn(USUAL, ending) ? USUAL[ending] : undefined) ?? '  ';
  return indentUnit.compute(['doc'], ({ doc }) => indentationIn(doc) ?? usual);
}

/** One step of a text's indentation; null: it has none. */
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
    // One column more is the star of a comment.
    if (step > 1 && step <= MOST_COLUMNS) steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  const [step, count] = [...steps].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0]);
  if (tabs === 0 && step === 0) return null;
  return tabs > count ? TAB : ' '.repeat(step);
}
