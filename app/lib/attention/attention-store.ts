import { atom } from 'nanostores';

/** Why the user is needed. The first ones matter most. */
export type AttentionReason = 'storage' | 'approval' | 'host' | 'question' | 'stopped' | 'completed';

/** Whether the browser lets this page show notifications of the system. */
export type NotificationAccess = 'granted' | 'refused' | 'not-asked' | 'unsupported';
export const $notificationAccess = atom<NotificationAccess>('not-asked');

/** A notification was pressed: the page shows what it was about, and takes it from here. */
export const $attentionPress = atom<AttentionReason | null>(null);
