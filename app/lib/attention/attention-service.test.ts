import { afterEach, describe, expect, test } from 'vitest';
import { waitingCommand } from '../../components/testing/chat-fixtures.ts';
import type { PageSight } from '../project/local-folder/watch-folder.ts';
import { chatIdSchema } from '../protocol/ids.ts';
import { DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { $chat, type ChatState, INITIAL_CHAT_STATE } from '../stores/chat.ts';
import { $otherTab } from '../stores/other-tab.ts';
import { $hostQuestions } from '../stores/outbound.ts';
import { $settings } from '../stores/settings.ts';
import { $fullStorage } from '../stores/storage.ts';
import type { AttentionPorts, Notifier, SystemNotification } from './attention-ports.ts';
import { startAttention } from './attention-service.ts';
import { $attentionPress, $notificationAccess, type NotificationAccess } from './attention-store.ts';

/** A window that is visible to the user or hidden. */
class FakeWindow implements AttentionPorts, PageSight {
  isSeen = true;
  title = '';
  count = 0;
  sounds = 0;
  granted: NotificationAccess = 'not-asked';
  /** The user's answer when asked. */
  answer: NotificationAccess = 'granted';
  readonly shown: SystemNotification[] = [];
  readonly #listeners = new Set<() => void>();

  readonly notifier: Notifier = {
    access: () => this.granted,
    ask: async () => {
      this.granted = this.answer;
      return this.answer;
    },
    show: (notification) => {
      this.shown.push(notification);
      return { close: () => void this.shown.splice(this.shown.indexOf(notification), 1) };
    },
  };

  mark(title: string, count: number) {
    this.title = title;
    this.count = count;
  }

  playSound() {
    this.sounds += 1;
  }

  isVisible() {
    return this.isSeen;
  }

  onVisible(listener: () => void) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  hide() {
    this.isSeen = false;
  }

  show() {
    this.isSeen = true;
    for (const listener of this.#listeners) listener();
  }
}

const SHOP = chatIdSchema.parse('shop');

function started(attention: Partial<typeof DEFAULT_APP_SETTINGS.attention> = {}, granted: NotificationAccess = 'granted') {
  $settings.set({ ...DEFAULT_APP_SETTINGS, attention: { ...DEFAULT_APP_SETTINGS.attention, ...attention } });
  const window = new FakeWindow();
  window.granted = granted;
  const { notifier, mark, playSound } = window;
  const settings = { updateSettings: (patch: object) => $settings.set({ ...$settings.get(), ...patch }) };
  const ports = { notifier, mark: mark.bind(window), playSound: playSound.bind(window) };
  return { window, actions: startAttention({ ...ports, sight: window, settings }) };
}

/** Shows a chat with waiting commands of these ids. */
function show(state: Partial<ChatState>, ...waiting: string[]) {
  const toolCalls = new Map(waiting.map((id) => [id, waitingCommand(id, `curl -H "Authorization: secret" ${id}`)]));
  $chat.set({ ...INITIAL_CHAT_STATE, chatId: SHOP, title: 'Shop', toolCalls, ...state });
}

afterEach(() => {
  $chat.set(INITIAL_CHAT_STATE);
  $hostQuestions.set([]);
  $fullStorage.set(null);
  $otherTab.set({ state: 'none' });
  $attentionPress.set(null);
  $settings.set(DEFAULT_APP_SETTINGS);
});

describe('the title and the icon', () => {
  test('name the chat, and count what waits with what matters most', () => {
    const { window } = started();
    expect([window.title, window.count]).toEqual(['Devonz', 0]);
    show({ status: 'waiting_for_approval' }, 'one', 'two');
    expect([window.title, window.count]).toEqual(['(2) Approval needed · Shop · Devonz', 2]);
    $hostQuestions.set([{ id: 1, host: 'api.example.com', waiting: 1 }]);
    $fullStorage.set({ usage: null, quota: null });
    expect([window.title, window.count]).toEqual(['(4) Storage is full · Shop · Devonz', 4]);
    $fullStorage.set(null);
    $hostQuestions.set([]);
    show({ status: 'executing' });
    expect([window.title, window.count]).toEqual(['Shop · Devonz', 0]);
  });

  test('say that a question of the agent waits', () => {
    const { window } = started();
    show({ status: 'waiting_for_user' });
    expect(window.title).toBe('(1) Question for you · Shop · Devonz');
  });

  test.each([
    [{ status: 'completed' } as const, '(1) Task completed · Shop · Devonz'],
    [
      { status: 'error', notice: { type: 'error', message: 'It failed.', isRetryable: true } } as const,
      '(1) Agent stopped · Shop · Devonz',
    ],
    [{ status: 'idle', notice: { type: 'iteration-limit', limit: 25 } } as const, '(1) Agent stopped · Shop · Devonz'],
    [{ status: 'idle', notice: { type: 'stopped' } } as const, 'Shop · Devonz'],
  ])('say how a run ended while nobody looked, until somebody does: %o', (end, title) => {
    const { window } = started();
    show({ status: 'executing' });
    window.hide();
    show(end);
    expect(window.title).toBe(title);
    window.show();
    expect(window.title).toBe('Shop · Devonz');
  });

  test('say nothing of an end that the user has seen, nor of one of a chat that was opened', () => {
    const { window } = started();
    show({ status: 'executing' });
    show({ status: 'completed' });
    expect(window.count).toBe(0);
    window.hide();
    show({ status: 'error', chatId: chatIdSchema.parse('other') });
    expect(window.count).toBe(0);
  });
});

describe('notifications', () => {
  test('one a question while the page is hidden, with nothing of the command, and gone when it is answered', () => {
    const { window } = started({ notification: true });
    show({ status: 'waiting_for_approval' }, 'seen');
    expect(window.shown).toEqual([]);
    window.hide();
    show({ status: 'waiting_for_approval' }, 'seen', 'one', 'two');
    expect(window.shown.map(({ tag, title, body }) => [tag, title, body])).toEqual([
      ['devonz-approval-one', 'Devonz: approval needed', 'Shop'],
      ['devonz-approval-two', 'Devonz: approval needed', 'Shop'],
    ]);
    show({ status: 'waiting_for_approval' }, 'two');
    expect(window.shown.map(({ tag }) => tag)).toEqual(['devonz-approval-two']);
    window.show();
    expect(window.shown).toEqual([]);
  });

  test('hold no title of the chat where the user does not want that, and one line of it elsewhere', () => {
    const { window } = started({ notification: true, chatTitle: false });
    window.hide();
    show({ status: 'waiting_for_approval' }, 'one');
    $settings.set({ ...$settings.get(), attention: { ...$settings.get().attention, chatTitle: true } });
    show({ status: 'waiting_for_approval', title: `A\n\u202Eshop ${'x'.repeat(100)}` }, 'one', 'two');
    expect(window.shown.map(({ body }) => body)).toEqual(['', `A shop ${'x'.repeat(72)}…`]);
  });

  test('lead to the question when they are pressed', () => {
    const { window } = started({ notification: true });
    window.hide();
    $hostQuestions.set([{ id: 1, host: 'api.example.com', waiting: 1 }]);
    window.shown[0]?.onPress();
    expect($attentionPress.get()).toBe('host');
  });

  test('are left to the tab that works on the project', () => {
    const { window } = started({ notification: true, sound: true });
    window.hide();
    $otherTab.set({ state: 'works', isSilent: false });
    show({ status: 'waiting_for_approval' }, 'one');
    expect([window.shown, window.sounds, window.title]).toEqual([[], 0, 'Shop · Devonz']);
  });

  test('and the sound are off until the user turns them on', () => {
    const { window } = started();
    window.hide();
    show({ status: 'waiting_for_approval' }, 'one');
    expect([window.shown, window.sounds]).toEqual([[], 0]);
  });

  test('are turned on with the browser’s consent alone, which is asked for then', async () => {
    const { window, actions } = started({}, 'not-asked');
    window.answer = 'refused';
    await actions.setNotifications(true);
    expect([$notificationAccess.get(), $settings.get().attention.notification]).toEqual(['refused', false]);
    window.answer = 'granted';
    await actions.setNotifications(true);
    expect([$notificationAccess.get(), $settings.get().attention.notification]).toEqual(['granted', true]);
    await actions.setNotifications(false);
    expect($settings.get().attention.notification).toBe(false);
  });

  test('are not tried where the browser has taken its consent back, which is noticed when the user returns', () => {
    const { window } = started({ notification: true });
    window.granted = 'refused';
    window.hide();
    show({ status: 'waiting_for_approval' }, 'one');
    expect(window.shown).toEqual([]);
    window.show();
    expect($notificationAccess.get()).toBe('refused');
  });
});

test('the sound is played once for all that is new, and when it is turned on', () => {
  const { window, actions } = started();
  actions.setSound(true);
  expect(window.sounds).toBe(1);
  show({ status: 'waiting_for_approval' }, 'seen');
  window.hide();
  show({ status: 'waiting_for_approval' }, 'seen', 'one', 'two');
  expect(window.sounds).toBe(2);
  show({ status: 'waiting_for_approval', title: 'Shop 2' }, 'seen', 'one', 'two');
  expect(window.sounds).toBe(2);
});
