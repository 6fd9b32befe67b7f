import { map } from 'nanostores';
import { DEFAULT_APP_SETTINGS } from '../protocol/default-settings.ts';
import type { AppSettings } from '../protocol/settings.ts';

/** What is in force now; kept by the settings service. */
export const $settings = map<AppSettings>(DEFAULT_APP_SETTINGS);
