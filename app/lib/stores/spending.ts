import { atom } from 'nanostores';
import type { SpendingDays } from '../protocol/models/spending.ts';

/** Usage of models by day and model, for all chats and tabs in this browser. */
export const $spending = atom<SpendingDays>({});
