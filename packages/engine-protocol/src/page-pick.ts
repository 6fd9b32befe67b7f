/** The message that asks a previewed page to let its user pick an element; both sides then communicate over the port sent with it. */
export const PICK_ELEMENT = 'DEVONZ_PICK_ELEMENT';

/** The keys that navigate the page's tree (parent, first child, siblings), and the one that picks. */
export const PICKER_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter'] as const;
export type PickerKey = (typeof PICKER_KEYS)[number];

export type ToPicker = { type: 'key'; key: PickerKey } | { type: 'leave' };

/** The messages of a page's own script, which can send anything. */
export type FromPicker =
  | { type: 'started' }
  /** The keyboard has moved to another element. */
  | { type: 'at'; element: PickerStop }
  | { type: 'picked'; element: PickedElement }
  /** Escape was pressed in the page. */
  | { type: 'left' }
  /** The page's own policy blocks the picker. */
  | { type: 'failed' };

export interface PickerStop {
  /** Such as `button.primary`. */
  name: string;
  text: string;
  width: number;
  height: number;
}

export interface PickedElement {
  /** Such as `button.primary`. */
  name: string;
  /** The selector in the document; for an element in an open shadow tree or a frame, the path to that precedes it, separated by ` >>> `. */
  selector: string;
  /** Its visible text, or its name. */
  text: string;
  /** The components that contain it, outermost first. */
  components: string[];
  /** The places where it may have been written, the most likely first. */
  sources: ElementSource[];
}

export type ElementSource =
  /**
   * The path that the framework wrote into the page: absolute in the project's machine, or relative. `line` is `null` if only the file is
   * known.
   */
  | { type: 'file'; file: string; line: number | null }
  /** The stack of the call that created the element, with the places of its sources. */
  | { type: 'stack'; stack: string };

/** The limits of what is passed on. */
export const PICK_LIMITS = {
  name: 120,
  selector: 4_000,
  text: 300,
  component: 60,
  components: 12,
  file: 400,
  sources: 6,
  stack: 8_000,
} as const;
