import { t } from '../../../lib/i18n/t.ts';
import { $problems, type WorkbenchTab } from '../../../lib/stores/workbench.ts';
import type { Command } from '../../page/keys/command.ts';
import { KNOWN_KEYS } from '../../page/keys/known-keys.ts';
import { showTab } from '../../page/show-tab.ts';
import { hasChat, hasText } from '../command-reasons.ts';
import { focusIn, hasButton, pressButton, pressButtonIn } from '../press-button.ts';

function show(tab: WorkbenchTab, icon: string, text: () => string): Command {
  return { id: `show-${tab}`, group: 'view', icon, text, when: hasChat, run: () => showTab(tab) };
}

const STATUS_LINE = '.status-line button';

/** Commands for what is shown and for the focus. The places are numbered from left to right, as on the page. */
export const VIEW_COMMANDS: readonly Command[] = [
  {
    id: 'palette',
    group: 'view',
    icon: 'i-lucide-search',
    text: () => t('Search or run a command'),
    keys: KNOWN_KEYS.palette,
    run: ({ setOverlay }) => setOverlay({ type: 'palette' }),
  },
  {
    id: 'shortcuts',
    group: 'view',
    icon: 'i-lucide-keyboard',
    text: () => t('Show all keys, and change them'),
    // In the editor, these keys toggle a comment.
    place: 'outside-editor',
    keys: 'Ctrl+/',
    run: ({ setOverlay }) => setOverlay({ type: 'settings', tab: 'shortcuts' }),
  },
  show('code', 'i-lucide-code-xml', () => t('Show the code')),
  show('changes', 'i-lucide-file-diff', () => t('Show the changes')),
  show('preview', 'i-lucide-app-window', () => t('Show the preview')),
  show('terminal', 'i-lucide-square-terminal', () => t('Show the terminal')),
  show('problems', 'i-lucide-triangle-alert', () => t('Show the problems')),
  {
    id: 'go-to-conversation',
    group: 'view',
    icon: 'i-lucide-messages-square',
    text: () => t('Go to the conversation'),
    keys: 'Alt+1',
    when: hasChat,
    run: () => focusIn('chat', '.conversation-log'),
  },
  {
    id: 'go-to-files',
    group: 'view',
    icon: 'i-lucide-folder-tree',
    text: () => t('Go to the files'),
    keys: 'Alt+2',
    when: hasChat,
    run() {
      // In a narrow window, the editor may hide the tree.
      pressButton('go-to-files');
      focusIn('code', '.file-tree [tabindex="0"]');
    },
  },
  {
    id: 'go-to-editor',
    group: 'view',
    icon: 'i-lucide-file-code',
    text: () => t('Go to the editor'),
    keys: 'Alt+3',
    when: hasText,
    run() {
      pressButton('go-to-editor');
      focusIn('code', '.editor-host .cm-content');
    },
  },
  {
    id: 'go-to-changes',
    group: 'view',
    icon: 'i-lucide-file-diff',
    text: () => t('Go to the changes'),
    keys: 'Alt+4',
    when: hasChat,
    run: () => focusIn('changes', '.changes-area button'),
  },
  {
    id: 'go-to-problems',
    group: 'view',
    icon: 'i-lucide-triangle-alert',
    text: () => t('Go to the problems'),
    keys: 'Alt+7',
    when: () => hasChat() && $problems.get().length > 0,
    run: () => focusIn('problems', '.problem-row button'),
  },
  {
    id: 'go-to-status-line',
    group: 'view',
    icon: 'i-lucide-panel-bottom',
    text: () => t('Go to the status line'),
    keys: 'Alt+8',
    when: () => document.querySelector(STATUS_LINE) !== null,
    run: () => setTimeout(() => document.querySelector<HTMLElement>(STATUS_LINE)?.focus()),
  },
  {
    id: 'jump-to-latest',
    group: 'view',
    icon: 'i-lucide-arrow-down',
    text: () => t('Jump to the end of the conversation'),
    when: () => hasButton('jump-to-latest'),
    run: () => pressButtonIn('chat', 'jump-to-latest'),
  },
];
