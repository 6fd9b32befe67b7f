import { atom } from 'nanostores';
import type { CaretRequest } from '../protocol/editor/caret-request.ts';

/** Why types are not available, in words; null if they are. */
export const $typesNote = atom<string | null>(null);

/** Increased when results may have changed, so that editors ask again. */
export const $typesVersion = atom(0);

/** The palette's command for the editor's caret; taken by the editor. */
export const $caretRequest = atom<CaretRequest | null>(null);
