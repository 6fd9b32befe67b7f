import { atom } from 'nanostores';

/** Whether the tour is open. Closing it also records that in the settings. */
export const $isTourOpen = atom(false);
