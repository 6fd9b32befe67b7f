import type { NotificationAccess } from './attention-store.ts';

/** Notifications of the system. */
export interface Notifier {
  access(): NotificationAccess;
  /** Asks the browser, which asks the user: only for what they have just pressed. */
  ask(): Promise<NotificationAccess>;
  /** One with the tag of another takes its place. null: the browser shows none after all. */
  show(notification: SystemNotification): ShownNotification | null;
}

export interface SystemNotification {
  tag: string;
  title: string;
  body: string;
  /** The page has the focus when this is called. */
  onPress(): void;
}

export interface ShownNotification {
  close(): void;
}

/** What of a browser's window shows that the page needs its user. */
export interface AttentionPorts {
  notifier: Notifier;
  /** `count`: on the page's icon and on that of the installed app; 0: nothing. */
  mark(title: string, count: number): void;
  playSound(): void;
}
