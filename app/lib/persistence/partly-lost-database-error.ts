import { t } from '../i18n/t.ts';

/** The browser has lost whole stores of the database. The rest is unchanged. */
export class PartlyLostDatabaseError extends Error {
  override readonly name = 'PartlyLostDatabaseError';

  constructor(missing: readonly string[]) {
    super(
      t(
        'The storage of this browser is damaged: it has lost {parts}. Nothing was changed, and what is left stays as it is. Restore the browser’s data from a backup, or delete everything to start from scratch.',
        { parts: missing.join(', ') },
      ),
    );
  }
}
