import { LanguageSupport } from '@codemirror/language';
import { highlightTree, tagHighlighter } from '@lezer/highlight';
import { CODE_COLOURS } from './code-colours.ts';
import { languageOf } from './language-of.ts';

/** A coloured part of a text; `colour` is the name of its design token. */
export interface ColouredRange {
  from: number;
  to: number;
  colour: string;
}

const highlighter = tagHighlighter(CODE_COLOURS.map(({ tag, colour }) => ({ tag, class: colour })));
/** Blocks are coloured one after the other, so that the page can respond in between. */
let turn: Promise<unknown> = Promise.resolve();

/** The colours that the editor would use for a file with this ending, in text order; none if it does not know the ending. */
export function colourCode(code: string, ending: string): Promise<readonly ColouredRange[]> {
  const coloured = turn.then(async () => {
    const language = await languageOf(`code.${ending}`);
    await new Promise((resolve) => setTimeout(resolve));
    return language instanceof LanguageSupport ? rangesOf(code, language) : [];
  });
  turn = coloured.catch(() => undefined);
  return coloured;
}

function rangesOf(code: string, { language }: LanguageSupport): ColouredRange[] {
  const ranges: ColouredRange[] = [];
  highlightTree(language.parser.parse(code), highlighter, (from, to, classes) => {
    // If several match, the last is the most specific.
    ranges.push({ from, to, colour: classes.slice(classes.lastIndexOf(' ') + 1) });
  });
  return ranges;
}
