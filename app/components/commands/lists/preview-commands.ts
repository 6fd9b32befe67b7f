import { t } from '../../../lib/i18n/t.ts';
import { $isPickAsked } from '../../../lib/picker/pick-request.ts';
import { $activePort, $isFullScreenAsked, $pagePlaces, $previews } from '../../../lib/stores/previews.ts';
import { $isPreviewTurned, $previewDevice, type PreviewDevice } from '../../../lib/stores/window.ts';
import type { Command } from '../../page/keys/command.ts';
import { showTab } from '../../page/show-tab.ts';
import { hasChat } from '../command-reasons.ts';
import { focusIn, hasButton, pressButton, pressButtonIn } from '../press-button.ts';

const hasPage = () => $previews.get().length > 0;

function shownPlace() {
  const previews = $previews.get();
  const shown = previews.find(({ port }) => port === $activePort.get()) ?? previews.at(-1);
  return shown && $pagePlaces.get().get(shown.port);
}

/** A command that presses a button of the preview. */
function button(id: string, icon: string, text: () => string, when: () => boolean = hasPage): Command {
  return { id, group: 'preview', icon, text, when: () => hasPage() && when(), run: () => pressButtonIn('preview', id) };
}

function size(device: PreviewDevice, icon: string, text: () => string): Command {
  return {
    id: `preview-${device}`,
    group: 'preview',
    icon,
    text,
    when: hasChat,
    run() {
      showTab('preview');
      $previewDevice.set(device);
    },
  };
}

/** A command for a button of the console, which it opens if necessary. */
function ofConsole(id: string, icon: string, text: () => string): Command {
  return {
    ...button(id, icon, text),
    run() {
      if (!hasButton(id)) pressButtonIn('preview', 'preview-console');
      pressButtonIn('preview', id);
    },
  };
}

/** Commands for the running app and its console. */
export const PREVIEW_COMMANDS: readonly Command[] = [
  button('preview-reload', 'i-lucide-rotate-cw', () => t('Preview: reload the page')),
  button(
    'preview-back',
    'i-lucide-arrow-left',
    () => t('Preview: back'),
    () => shownPlace()?.canGoBack === true,
  ),
  button(
    'preview-forward',
    'i-lucide-arrow-right',
    () => t('Preview: forward'),
    () => shownPlace()?.canGoForward === true,
  ),
  {
    id: 'preview-open-tab',
    group: 'preview',
    icon: 'i-lucide-external-link',
    text: () => t('Preview: open the page in a new tab'),
    when: () => hasButton('preview-open-tab'),
    // Synchronous: browsers open a tab only during a user gesture.
    run: () => pressButton('preview-open-tab'),
  },
  {
    id: 'preview-address',
    group: 'preview',
    icon: 'i-lucide-text-cursor-input',
    text: () => t('Preview: go to the address'),
    keys: 'Alt+5',
    when: hasPage,
    run: () => focusIn('preview', '.preview-address input'),
  },
  size('desktop', 'i-lucide-monitor', () => t('Preview: the pane’s size')),
  size('tablet', 'i-lucide-tablet', () => t('Preview: tablet')),
  size('phone', 'i-lucide-smartphone', () => t('Preview: phone')),
  size('custom', 'i-lucide-ruler', () => t('Preview: a size of your own')),
  {
    id: 'preview-turn',
    group: 'preview',
    icon: 'i-lucide-rotate-cw-square',
    text: () => t('Preview: turn the device'),
    when: () => hasChat() && $previewDevice.get() !== 'desktop',
    run() {
      showTab('preview');
      $isPreviewTurned.set(!$isPreviewTurned.get());
    },
  },
  {
    id: 'preview-full-screen',
    group: 'preview',
    icon: 'i-lucide-maximize',
    text: () => t('Preview: full screen'),
    when: () => hasPage() && document.fullscreenEnabled,
    // The key press that runs the command is the user gesture that browsers require.
    run() {
      showTab('preview');
      $isFullScreenAsked.set(true);
    },
  },
  {
    id: 'preview-pick',
    group: 'preview',
    icon: 'i-lucide-square-mouse-pointer',
    text: () => t('Preview: pick an element for the message'),
    when: hasPage,
    run() {
      showTab('preview');
      // After the palette has closed and returned the focus.
      setTimeout(() => $isPickAsked.set(true));
    },
  },
  button('preview-console', 'i-lucide-panel-bottom', () => t('Preview: open or close the console')),
  ofConsole('preview-console-all', 'i-lucide-list', () => t('Preview console: show all')),
  ofConsole('preview-console-error', 'i-lucide-circle-x', () => t('Preview console: show errors')),
  ofConsole('preview-console-warn', 'i-lucide-triangle-alert', () => t('Preview console: show warnings')),
  ofConsole('preview-console-network', 'i-lucide-unplug', () => t('Preview console: show failed requests')),
  ofConsole('preview-console-clear', 'i-lucide-eraser', () => t('Preview console: clear')),
];
