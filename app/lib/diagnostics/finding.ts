/** What one look at the browser, the server or the runtime has found. */
export interface Finding {
  /** `storage`, `runtime`: stable, for tests and keys of lists. */
  id: string;
  name: string;
  /** `note`: neither good nor bad, a fact that one is asked for. */
  state: 'good' | 'warning' | 'failed' | 'note';
  value: string;
  /** What to do about it. */
  advice?: string;
}
