import { atom } from 'nanostores';

/** Why the user is needed, the most important first. */
export type AttentionReason = 'storage' | 'approval' | 'host' | 'question' | 'stopped' | 'completed';

/** Whether the browser lets this page show system notifications. */
export type NotificationAccess = 'granted' | 'refused' | 'not-asked' | 'unsupported';
export const $notificationAccess = atom<NotificationAccess>('not-asked');

/** Set when a notification was pressed; the page shows its subject and resets this. */
export const $attentionPress = atom<AttentionReason | null>(null);
