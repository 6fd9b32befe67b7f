import { t } from '../i18n/t.ts';

/** The database was written by a later version of the app, so it is not touched. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor() {
    super(
      t(
        'The chats and projects in this browser were kept by a newer version of Devonz than this page. Nothing was changed or lost. Reload the page to get the newer version; if that does not help, ask whoever runs this server to update it.',
      ),
    );
  }
}
