import { atom } from 'nanostores';

/** Set by a service to make the page show the diagnostics (`/doctor`), which resets it. */
export const $isDoctorAsked = atom(false);
