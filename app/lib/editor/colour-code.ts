import { LanguageSupport } from '@codemirror/language';
import { highlightTree, tagHighlighter } from '@lezer/highlight';
import { CODE_COLOURS } from './code-colours.ts';
import { languageOf } from './language-of.ts';

/** A part of a text that has a colour: the name of its token in the design. */
export interface ColouredRange {
  from: number;
  to: number;
  colour: string;
}

const highlighter = tagHighlighter(CODE_COLOURS.map(({ tag, colour }) => ({ tag, class: colour })));
/** Blocks are coloured one after the other, with a turn for the page between them. */
let turn: Promise<unknown> = Promise.resolve();

/** What the editor would colour in a file with this ending, in the order of the text; nothing where it knows none. */
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
    // Where several fit, the last is the most particular.
    ranges.push({ from, to, colour: classes.slice(classes.lastIndexOf(' ') + 1) });
  });
  return ranges;
}
