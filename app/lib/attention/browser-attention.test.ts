// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { browserAttention, browserNotifier } from './browser-attention.ts';

afterEach(() => {
  document.head.replaceChildren();
});

/** Replaces the browser's class. */
function fakeNotifications(permission: NotificationPermission, given: { refusesToShow?: boolean } = {}) {
  const shown: FakeNotification[] = [];
  class FakeNotification {
    static permission = permission;
    static async requestPermission() {
      FakeNotification.permission = 'granted';
      return FakeNotification.permission;
    }
    onclick: (() => void) | null = null;
    isClosed = false;

    constructor(
      readonly title: string,
      readonly options: NotificationOptions,
    ) {
      if (given.refusesToShow) throw new TypeError('Illegal constructor.');
      shown.push(this);
    }

    close() {
      this.isClosed = true;
    }
  }
  // The part of the class that the notifier uses.
  return { shown, Notification: FakeNotification as typeof Notification & typeof FakeNotification };
}

const NOTE = { tag: 'devonz-1', title: 'Devonz: approval needed', body: 'Shop', onPress: () => undefined };

test('the browser is asked once the user wants it, not before', async () => {
  const { Notification } = fakeNotifications('default');
  const notifier = browserNotifier({ focus: () => undefined, Notification });
  expect(notifier.access()).toBe('not-asked');
  expect(Notification.permission).toBe('default');
  expect(await notifier.ask()).toBe('granted');
});

test('a press brings the page to the front and closes the notification', () => {
  const { Notification, shown } = fakeNotifications('granted');
  const done: string[] = [];
  const notifier = browserNotifier({ focus: () => void done.push('focus'), Notification });
  notifier.show({ ...NOTE, onPress: () => void done.push('press') });
  expect(shown.map(({ title, options }) => [title, options.tag, options.body])).toEqual([[NOTE.title, NOTE.tag, NOTE.body]]);
  shown[0]?.onclick?.();
  expect([done, shown[0]?.isClosed]).toEqual([['focus', 'press'], true]);
});

test('where a browser shows none, there is none', async () => {
  const none = browserNotifier({ focus: () => undefined });
  expect([none.access(), await none.ask(), none.show(NOTE)]).toEqual(['unsupported', 'unsupported', null]);
  const { Notification } = fakeNotifications('granted', { refusesToShow: true });
  expect(browserNotifier({ focus: () => undefined, Notification }).show(NOTE)).toBeNull();
});

test('the title and the icon of the page are marked, and the mark is taken away', () => {
  const icon = document.createElement('link');
  icon.rel = 'icon';
  document.head.appendChild(icon);
  const { mark } = browserAttention(window as Window & typeof globalThis);
  mark('(1) Approval needed · Devonz', 1);
  expect([document.title, icon.getAttribute('href')]).toEqual(['(1) Approval needed · Devonz', '/favicon-waiting.svg']);
  mark('Devonz', 0);
  expect([document.title, icon.getAttribute('href')]).toEqual(['Devonz', '/favicon.svg']);
});
