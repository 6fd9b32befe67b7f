/** The text of a file before and after a pending change. Empty if the file does not exist. */
export interface ProposedChange {
  path: string;
  before: string;
  after: string;
  /** The other files of the same change; both texts are empty for binary files. */
  others?: readonly Omit<ProposedChange, 'others'>[];
}
