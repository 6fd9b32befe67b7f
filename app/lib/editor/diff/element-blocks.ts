import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

/** An element of its own between two lines. */
export interface ElementBlock {
  element: HTMLElement;
  /** Offset in the text. */
  at: number;
  /** Which of those at the same place comes first; above the line of that place where it is not positive. */
  side: number;
}

/** Elements of somebody else's between the lines of a view; each is attached while its place is near the visible part. */
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
