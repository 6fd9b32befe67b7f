import { type Chunk, getChunks, getOriginalDoc, mergeViewSiblings } from '@codemirror/merge';
import type { EditorState } from '@codemirror/state';
import { type BlockInfo, type EditorView, GutterMarker, gutter, type WidgetType } from '@codemirror/view';
import { ElementWidget } from './element-blocks.ts';

/** In the unified view: each line's number in the text before. */
export const oldNumbers = gutter({
  class: 'cm-lineNumbers cm-oldNumbers',
  lineMarker(view, { from }) {
    const number = oldNumberOf(view.state, from);
    return number === null ? null : new TextMarker(String(number));
  },
  widgetMarker(view, widget, block) {
    const removed = removedLines(view, widget, block);
    return removed === null ? null : new TextMarker(numbersFrom(removed.first, removed.count));
  },
});

/** Shows added and removed lines without relying on colour. */
export const changeSigns = gutter({
  class: 'cm-signs',
  lineMarker(view, { from }) {
    const chunks = getChunks(view.state);
    const isOfChunk = chunks?.chunks.some((chunk) => {
      const [start, end] = chunks.side === 'a' ? [chunk.fromA, chunk.toA] : [chunk.fromB, chunk.toB];
      return start <= from && from < end;
    });
    return isOfChunk === true ? (chunks?.side === 'a' ? REMOVED : ADDED) : null;
  },
  widgetMarker(view, widget, block) {
    const removed = removedLines(view, widget, block);
    return removed === null ? null : new TextMarker(Array(removed.count).fill('−').join('\n'), 'cm-sign-removed');
  },
});

class TextMarker extends GutterMarker {
  readonly #text: string;
  override readonly elementClass: string;
  constructor(text: string, elementClass = '') {
    super();
    this.#text = text;
    this.elementClass = elementClass;
  }
  override eq(other: TextMarker): boolean {
    return other.#text === this.#text && other.elementClass === this.elementClass;
  }
  override toDOM(): Node {
    return document.createTextNode(this.#text);
  }
}

const ADDED = new TextMarker('+', 'cm-sign-added');
const REMOVED = new TextMarker('−', 'cm-sign-removed');

/** The old number of the line that begins there; null if it is new. */
function oldNumberOf(state: EditorState, from: number): number | null {
  const before = getOriginalDoc(state);
  // A missing file has no lines, but an empty document has one.
  if (before.length === 0) return null;
  let [at, oldAt] = [0, 0];
  for (const chunk of getChunks(state)?.chunks ?? []) {
    if (chunk.fromB > from) break;
    if (from < chunk.toB) return null;
    [at, oldAt] = [chunk.toB, chunk.toA];
  }
  const place = oldAt + from - at;
  return place > before.length ? null : before.lineAt(place).number;
}

/** Returns null if the widget is not a block of removed lines. */
function removedLines(view: EditorView, widget: WidgetType, { from, to }: BlockInfo): { first: number; count: number } | null {
  const { state } = view;
  const chunks = getChunks(state);
  // In split view each text has only its own lines.
  if (chunks === null || mergeViewSiblings(view) !== null || widget instanceof ElementWidget || from !== to) return null;
  const chunk = chunks.chunks.find(({ fromB, fromA, toA }) => fromB === from && fromA < toA);
  return chunk === undefined ? null : linesOfChunk(state, chunk);
}

function linesOfChunk(state: EditorState, { fromA, endA }: Chunk): { first: number; count: number } {
  const before = getOriginalDoc(state);
  const first = before.lineAt(fromA).number;
  return { first, count: before.lineAt(Math.min(endA, before.length)).number - first + 1 };
}

function numbersFrom(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => first + index).join('\n');
}
