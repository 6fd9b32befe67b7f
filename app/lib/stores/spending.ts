import { atom } from 'nanostores';
import type { SpendingDays } from '../protocol/models/spending.ts';

/** What the requests to models have used, by day and model, in all chats and tabs of this browser. */
export const $spending = atom<SpendingDays>({});
