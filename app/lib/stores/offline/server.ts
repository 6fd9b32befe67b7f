import { atom } from 'nanostores';

/** Whether the app's server was unreachable at the last check. */
export const $isServerAway = atom(false);
