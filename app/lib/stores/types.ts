import { atom } from 'nanostores';

/** What keeps types from being seen, in words; null: nothing does. */
export const $typesNote = atom<string | null>(null);

/** Counts up when what was checked may look different now: an editor asks again. */
export const $typesVersion = atom(0);
