/** The message that asks a previewed page to let its user pick an element; both sides then speak through the port that is sent along. */
export const PICK_ELEMENT = 'DEVONZ_PICK_ELEMENT';

/** Keys that walk the page's tree (parent, first child, siblings), and the one that picks. */
export const PICKER_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter'] as const;
export type PickerKey = (typeof PICKER_KEYS)[number];

export type ToPicker = { type: 'key'; key: PickerKey } | { type: 'leave' };

/** What a page's own script says; a page can say anything. */
export type FromPicker =
  | { type: 'started' }
  /** The keyboard has come to another element. */
  | { type: 'at'; element: PickerStop }
  | { type: 'picked'; element: PickedElement }
  /** Escape in the page. */
  | { type: 'left' }
  /** The page's own policy does not let the picker in. */
  | { type: 'failed' };

export interface PickerStop {
  /** `button.primary`. */
  name: string;
  text: string;
  width: number;
  height: number;
}

export interface PickedElement {
  /** `button.primary`. */
  name: string;
  /** In the document; an element of an open shadow tree or of a frame has the path to it before, with ` >>> ` between. */
  selector: string;
  /** What can be read in it, or what it is called. */
  text: string;
  /** The components it is part of, from the outside in. */
  components: string[];
  /** Where it may have been written, the likeliest first. */
  sources: ElementSource[];
}

export type ElementSource =
  /** As the framework wrote it into the page: absolute in the project's machine, or relative. `line`: null where only the file is known. */
  | { type: 'file'; file: string; line: number | null }
  /** Of the call that made the element, with the places of its sources. */
  | { type: 'stack'; stack: string };

/** Of each of these as much is passed on. */
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
