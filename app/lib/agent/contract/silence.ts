/** A period without data. Times are in milliseconds since the epoch. */
export interface Silence {
  since: number;
  /** When the answer is ended if no data arrives. */
  endsAt: number;
}
