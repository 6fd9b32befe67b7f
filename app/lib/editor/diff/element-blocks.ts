import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

/** An element between two lines. */
export interface ElementBlock {
  element: HTMLElement;
  /** Offset in the text. */
  at: number;
  /** Order of elements at the same place; zero or less places it above the line. */
  side: number;
}

/** Shows elements between a view's lines; each is in the document only while its place is near the visible part. */
export function elementBlocks(estimatedHeight: number) {
  const setBlocks = StateEffect.define<readonly ElementBlock[]>();
  const field = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(blocks, { effects }) {
      for (const effect of effects) {
        if (!effect.is(setBlocks)) continue;
        const widgets = effect.value.map(({ element, at, side }) =>
          Decoration.widget({ widget: new ElementWidget(element, estimatedHeight), block: true, side }).range(at),
        );
        return Decoration.set(widgets, true);
      }
      return blocks;
    },
    provide: (own) => EditorView.decorations.from(own),
  });
  return { field, setBlocks };
}

export class ElementWidget extends WidgetType {
  readonly #element: HTMLElement;
  readonly #estimatedHeight: number;
  constructor(element: HTMLElement, estimatedHeight: number) {
    super();
    this.#element = element;
    this.#estimatedHeight = estimatedHeight;
  }
  override eq(other: ElementWidget): boolean {
    return other.#element === this.#element;
  }
  override get estimatedHeight(): number {
    return this.#estimatedHeight;
  }
  override toDOM(): HTMLElement {
    return this.#element;
  }
}
