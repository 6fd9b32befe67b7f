import { atom, map } from 'nanostores';
import { DEFAULT_APP_SETTINGS } from '../protocol/default-settings.ts';
import type { AppSettings } from '../protocol/settings.ts';

/** What is in force now; kept by the settings service. */
export const $settings = map<AppSettings>(DEFAULT_APP_SETTINGS);

/** Another language was chosen while something runs: it is shown when the page is loaded again, which waits for the user. */
export const $isLanguageWaiting = atom(false);
