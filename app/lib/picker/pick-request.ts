import { atom } from 'nanostores';

/** Set by the palette to start picking; the preview's toolbar resets it. */
export const $isPickAsked = atom(false);
