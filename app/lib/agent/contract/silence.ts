/** Nothing has come for a while. Milliseconds since the epoch. */
export interface Silence {
  since: number;
  /** When the answer is ended if nothing comes. */
  endsAt: number;
}
