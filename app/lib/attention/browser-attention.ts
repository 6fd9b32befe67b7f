import type { AttentionPorts, Notifier } from './attention-ports.ts';
import type { NotificationAccess } from './attention-store.ts';
import { playTwoTones } from './play-two-tones.ts';

/** The page's icon, without and with a mark. */
const ICONS = { plain: '/favicon.svg', marked: '/favicon-waiting.svg' };

/** Returns the ports of this browser's window. The user is asked nothing before `ask`. */
export function browserAttention(scope: Window & typeof globalThis): AttentionPorts {
  const { document, navigator } = scope;
  return {
    notifier: browserNotifier(scope),
    mark(title, count) {
      document.title = title;
      document.querySelector('link[rel="icon"]')?.setAttribute('href', count > 0 ? ICONS.marked : ICONS.plain);
      // Not every browser supports it, and it is rejected if the app is not installed.
      const marked = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
      marked?.catch(() => undefined);
    },
    // Fails if there is no audio device.
    playSound: () => void playTwoTones(scope.AudioContext).catch(() => undefined),
  };
}

const ACCESS: Record<NotificationPermission, NotificationAccess> = { granted: 'granted', denied: 'refused', default: 'not-asked' };

export function browserNotifier(scope: Pick<Window, 'focus'> & { Notification?: typeof Notification }): Notifier {
  const { Notification: Shown } = scope;
  const access = () => (Shown === undefined ? 'unsupported' : ACCESS[Shown.permission]);
  return {
    access,
    async ask() {
      await Shown?.requestPermission();
      return access();
    },
    show({ tag, title, body, onPress }) {
      if (Shown === undefined) return null;
      try {
        const shown = new Shown(title, { tag, body, icon: '/icon-192.png' });
        shown.onclick = () => {
          scope.focus();
          shown.close();
          onPress();
        };
        return shown;
      } catch {
        // Browsers on phones have the class, but do not show notifications from a page.
        return null;
      }
    },
  };
}
