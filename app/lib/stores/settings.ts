import { atom, map } from 'nanostores';
import { DEFAULT_APP_SETTINGS } from '../protocol/default-settings.ts';
import type { AppSettings } from '../protocol/settings.ts';

/** The current settings; updated by the settings service. */
export const $settings = map<AppSettings>(DEFAULT_APP_SETTINGS);

/** A new language was chosen while something runs: it appears after the next reload, which the user decides. */
export const $isLanguageWaiting = atom(false);
