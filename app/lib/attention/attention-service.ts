import { listenKeys } from 'nanostores';
import { t } from '../i18n/t.ts';
import type { PageSight } from '../project/local-folder/watch-folder.ts';
import type { AttentionSettings } from '../protocol/settings.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import { $chat } from '../stores/chat.ts';
import { $isFollowing } from '../stores/other-tab.ts';
import { $hostQuestions } from '../stores/outbound.ts';
import { $settings } from '../stores/settings.ts';
import { $fullStorage } from '../stores/storage.ts';
import { type Attention, attentionsOf, endBetween, isAtWork } from './attention-of.ts';
import type { AttentionPorts, ShownNotification } from './attention-ports.ts';
import { $attentionPress, $notificationAccess, type AttentionReason } from './attention-store.ts';

/** The user's actions on how they are called back to the page. */
export interface AttentionActions {
  /**
   * When switched on, asks the browser if that has not been done. If the browser refuses, notifications stay off (`$notificationAccess`).
   */
  setNotifications(isOn: boolean): Promise<void>;
  /** When switched on, plays the sound once. */
  setSound(isOn: boolean): void;
}

interface AttentionDependencies extends AttentionPorts {
  sight: PageSight;
  settings: Pick<SettingsService, 'updateSettings'>;
}

/** Limit of the title in a notification, in characters. */
const LONGEST_TITLE = 80;

// Others may see the screen, so these texts contain nothing of a file, a command or a host.
const REASONS: Readonly<Record<AttentionReason, () => string>> = {
  storage: () => t('Storage is full'),
  approval: () => t('Approval needed'),
  host: () => t('Network access needed'),
  question: () => t('Question for you'),
  stopped: () => t('Agent stopped'),
  completed: () => t('Task completed'),
};
const NOTIFICATION_TITLES: Readonly<Record<AttentionReason, () => string>> = {
  storage: () => t('Devonz: storage is full'),
  approval: () => t('Devonz: approval needed'),
  host: () => t('Devonz: network access needed'),
  question: () => t('Devonz: a question for you'),
  stopped: () => t('Devonz: the agent stopped'),
  completed: () => t('Devonz: task completed'),
};

/** Shows outside of the page what waits for the user: always in its title and icon; with a notification and a sound while it is hidden. */
export function startAttention(dependencies: AttentionDependencies): AttentionActions {
  const { notifier, sight, settings, playSound } = dependencies;
  const watch = new AttentionWatch(dependencies);
  const look = () => watch.look();
  listenKeys($chat, ['chatId', 'title', 'status', 'notice', 'toolCalls', 'delegates', 'lastStep'], look);
  for (const store of [$hostQuestions, $fullStorage, $isFollowing]) store.listen(look);
  const noteAccess = () => $notificationAccess.set(notifier.access());
  sight.onVisible(() => {
    watch.seen();
    // May have been changed in the browser's settings.
    noteAccess();
  });
  noteAccess();
  look();
  const update = (patch: Partial<AttentionSettings>) => settings.updateSettings({ attention: { ...current(), ...patch } });
  return {
    async setNotifications(isOn) {
      if (isOn) $notificationAccess.set(await notifier.ask());
      update({ notification: isOn && $notificationAccess.get() === 'granted' });
    },
    setSound(isOn) {
      update({ sound: isOn });
      if (isOn) playSound();
    },
  };
}

const current = () => $settings.get().attention;

class AttentionWatch {
  readonly #dependencies: AttentionDependencies;
  /** The items that waited at the last check, by id, with their notifications, if any. */
  #known = new Map<string, ShownNotification | null>();
  #before = $chat.get();
  #unseenEnd: ReturnType<typeof endBetween> = null;
  #title: string | null = null;

  constructor(dependencies: AttentionDependencies) {
    this.#dependencies = dependencies;
  }

  look(): void {
    const chat = $chat.get();
    const isHidden = !this.#dependencies.sight.isVisible();
    const end = endBetween(this.#before, chat);
    if (isAtWork(chat.status) || chat.chatId !== this.#before.chatId) this.#unseenEnd = null;
    else if (end !== null && isHidden) this.#unseenEnd = end;
    this.#before = chat;
    // If another tab works on the project, that tab notifies the user.
    const waiting = $isFollowing.get()
      ? []
      : attentionsOf({
          chat,
          hostQuestions: $hostQuestions.get(),
          isStorageFull: $fullStorage.get() !== null,
          unseenEnd: this.#unseenEnd,
        });
    this.#mark(waiting);
    this.#notify(waiting, isHidden);
  }

  /** The user is back and sees what waits. */
  seen(): void {
    this.#unseenEnd = null;
    for (const [id, notification] of this.#known) {
      notification?.close();
      this.#known.set(id, null);
    }
    this.look();
  }

  #mark([first, ...others]: readonly Attention[]): void {
    const page = $chat.get().title === '' ? 'Devonz' : `${$chat.get().title} · Devonz`;
    const count = first === undefined ? 0 : 1 + others.length;
    const title = first === undefined ? page : `(${count}) ${REASONS[first.reason]()} · ${page}`;
    // Calls change many times per second while the agent works; the window's title and badge should not.
    if (title === this.#title) return;
    this.#title = title;
    this.#dependencies.mark(title, count);
  }

  #notify(waiting: readonly Attention[], isHidden: boolean): void {
    const { playSound } = this.#dependencies;
    const ids = new Set(waiting.map(({ id }) => id));
    for (const [id, notification] of this.#known) {
      if (ids.has(id)) continue;
      notification?.close();
      this.#known.delete(id);
    }
    const fresh = waiting.filter(({ id }) => !this.#known.has(id));
    for (const attention of fresh) this.#known.set(attention.id, isHidden ? this.#show(attention) : null);
    if (fresh.length > 0 && isHidden && current().sound) playSound();
  }

  #show({ id, reason }: Attention): ShownNotification | null {
    const { notifier } = this.#dependencies;
    const { notification, chatTitle } = current();
    if (!notification || notifier.access() !== 'granted') return null;
    return notifier.show({
      tag: `devonz-${id}`,
      title: NOTIFICATION_TITLES[reason](),
      body: chatTitle ? plainLine($chat.get().title) : '',
      onPress: () => $attentionPress.set(reason),
    });
  }
}

/** Returns one short line without control and format characters. */
function plainLine(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…` : line;
}
