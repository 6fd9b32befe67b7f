/** A project to start from: what the first screen shows of it. Its files are in `templates/<name>/`. */
export interface Template {
  /** The folder's name. */
  name: string;
  title: string;
  text: () => string;
  /** Two letters for its tile. */
  tile: string;
}
