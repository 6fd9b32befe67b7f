/** A project to start from, with the data that the first screen shows. Its files are in `templates/<name>/`. */
export interface Template {
  /** The folder's name. */
  name: string;
  title: string;
  text: () => string;
  /** Two letters for its tile. */
  tile: string;
}
