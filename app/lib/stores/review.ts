import { atom } from 'nanostores';
import type { ReviewComment } from '../protocol/review-comment.ts';

/** Comments on changes of the open project, of all its chats, in the order in which they were begun. */
export const $reviewComments = atom<readonly ReviewComment[]>([]);

/** One that is to be brought into view, with the keyboard in it; who has done so sets it to null. */
export const $commentToShow = atom<{ id: string } | null>(null);
