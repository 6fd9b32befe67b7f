/** The result of one examination of the browser, the server or the runtime. */
export interface Finding {
  /** Such as `storage` or `runtime`: stable, for tests and list keys. */
  id: string;
  name: string;
  /** `note` is a fact that is neither good nor bad. */
  state: 'good' | 'warning' | 'failed' | 'note';
  value: string;
  /** How to fix it. */
  advice?: string;
}
