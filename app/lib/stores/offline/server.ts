import { atom } from 'nanostores';

/** Whether the app's server could not be reached at the last look. */
export const $isServerAway = atom(false);
