import { atom } from 'nanostores';

/** A service asks the page to show where things are examined (`/doctor`); whoever shows it takes the request back. */
export const $isDoctorAsked = atom(false);
