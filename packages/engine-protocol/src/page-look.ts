/** The message that asks a previewed page what it shows; the answer comes through the port that is sent along. */
export const LOOK_AT_PAGE = 'DEVONZ_LOOK_AT_PAGE';

/** What a previewed page shows, as its own script says it: a page can say anything. */
export interface PageLook {
  title: string;
  /** Where in the preview it is: path, query and hash. */
  place: string;
  /** Everything it needs has been loaded. */
  isLoaded: boolean;
  width: number;
  height: number;
  /** What can be seen from top to bottom, a line each: headings, texts, links, controls, pictures. None: the page is blank. */
  lines: string[];
  /** There is more than `lines`. */
  isCut: boolean;
}
