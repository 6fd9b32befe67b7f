import { highlightingFor, type Language } from '@codemirror/language';
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view';
import { highlightTree } from '@lezer/highlight';

/** How much before the visible part is also parsed, because it may be inside of something. In characters. */
const LOOKBACK = 1_500;
/** The most that is parsed: a line may be endless. In characters. */
const LONGEST = 20_000;

const marks = new Map<string, Decoration>();

/**
 * Colours the visible part of a long text that is still growing, and parses only that; the whole text is parsed once, when it is
 * complete. Inside something that begins far above (a long comment), the colours may be wrong until then.
 */
export function tailHighlight(language: Language): Extension {
  return ViewPlugin.define(
    (view) => ({
      decorations: coloursOf(view, language),
      update(update) {
        if (update.docChanged || update.viewportChanged) this.decorations = coloursOf(update.view, language);
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  );
}

function coloursOf({ state, viewport }: EditorView, language: Language): DecorationSet {
  const begin = state.doc.lineAt(Math.max(0, viewport.from - LOOKBACK)).from;
  if (viewport.to - begin > LONGEST) return Decoration.none;
  const builder = new RangeSetBuilder<Decoration>();
  const tree = language.parser.parse(state.sliceDoc(begin, viewport.to));
  const highlighter = { style: (tags: Parameters<typeof highlightingFor>[1]) => highlightingFor(state, tags) };
  highlightTree(tree, highlighter, (from, to, classes) => builder.add(begin + from, begin + to, markOf(classes)), viewport.from - begin);
  return builder.finish();
}

function markOf(classes: string): Decoration {
  const known = marks.get(classes);
  if (known !== undefined) return known;
  const mark = Decoration.mark({ class: classes });
  marks.set(classes, mark);
  return mark;
}
