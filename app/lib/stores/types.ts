import { atom } from 'nanostores';
import type { CaretRequest } from '../protocol/editor/caret-request.ts';

/** What keeps types from being seen, in words; null: nothing does. */
export const $typesNote = atom<string | null>(null);

/** Counts up when what was checked may look different now: an editor asks again. */
export const $typesVersion = atom(0);

/** What the palette asks the editor to do at its caret; the editor takes it from here. */
export const $caretRequest = atom<CaretRequest | null>(null);
