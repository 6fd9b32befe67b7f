/** The text of a file before a change that waits, and the text it would have. Empty where the file does not exist. */
export interface ProposedChange {
  path: string;
  before: string;
  after: string;
  /** The other files that change with it; both texts empty where a file is no text. */
  others?: readonly Omit<ProposedChange, 'others'>[];
}
