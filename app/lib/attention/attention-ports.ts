import type { NotificationAccess } from './attention-store.ts';

/** The system's notifications. */
export interface Notifier {
  access(): NotificationAccess;
  /** Asks the user through the browser. Call it only after a user gesture. */
  ask(): Promise<NotificationAccess>;
  /** Shows a notification, which replaces another with the same tag. Returns null if the browser shows none after all. */
  show(notification: SystemNotification): ShownNotification | null;
}

export interface SystemNotification {
  tag: string;
  title: string;
  body: string;
  /** Called after the page has received the focus. */
  onPress(): void;
}

export interface ShownNotification {
  close(): void;
}

/** The ways in which a browser's window shows that the page needs the user. */
export interface AttentionPorts {
  notifier: Notifier;
  /** `count` is shown on the page's icon and on that of the installed app; 0 removes it. */
  mark(title: string, count: number): void;
  playSound(): void;
}
