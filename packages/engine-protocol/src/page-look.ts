/** The message that asks a previewed page what it shows; the answer arrives on the port sent with it. */
export const LOOK_AT_PAGE = 'DEVONZ_LOOK_AT_PAGE';

/** The visible contents of a previewed page, as reported by its own script, which can report anything. */
export interface PageLook {
  title: string;
  /** The location in the preview: path, query and hash. */
  place: string;
  /** True once all its resources have been loaded. */
  isLoaded: boolean;
  width: number;
  height: number;
  /** The visible contents from top to bottom, one line each: headings, texts, links, controls, images. Empty for a blank page. */
  lines: string[];
  /** True if `lines` is incomplete. */
  isCut: boolean;
}
