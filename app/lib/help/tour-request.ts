import { atom } from 'nanostores';

/** The tour is open. Whoever closes it says so in the settings, too. */
export const $isTourOpen = atom(false);
