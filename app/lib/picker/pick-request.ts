import { atom } from 'nanostores';

/** The palette wants an element to be picked; the preview's toolbar takes it from here. */
export const $isPickAsked = atom(false);
