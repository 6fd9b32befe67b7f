import { t } from '../../../lib/i18n/t.ts';
import type { CaretRequest } from '../../../lib/protocol/editor/caret-request.ts';
import { $activeTab, $isFindAsked, $isFormatAsked } from '../../../lib/stores/files.ts';
import { $caretRequest } from '../../../lib/stores/types.ts';
import { $isProjectFindShown } from '../../../lib/stores/workbench.ts';
import { compareFile } from '../../page/compare-file.ts';
import type { Command } from '../../page/keys/command.ts';
import { showTab } from '../../page/show-tab.ts';
import { canEdit, hasChat, hasFile, hasText, hasTypes } from '../command-reasons.ts';

function atCaret(request: CaretRequest, command: Pick<Command, 'id' | 'icon' | 'text' | 'keys'>): Command {
  return {
    ...command,
    group: 'editor',
    place: 'editor',
    isRepeated: true,
    when: hasTypes,
    run() {
      showTab('code');
      $caretRequest.set(request);
    },
  };
}

/** Commands of the editor for the open file, and the search in all files. */
export const EDITOR_COMMANDS: readonly Command[] = [
  {
    id: 'find-in-file',
    group: 'editor',
    icon: 'i-lucide-text-search',
    text: () => t('Find in the open file'),
    keys: 'Ctrl+F',
    place: 'editor',
    when: hasText,
    run() {
      showTab('code');
      $isFindAsked.set(true);
    },
  },
  {
    id: 'find-in-files',
    group: 'editor',
    icon: 'i-lucide-search-code',
    text: () => t('Find and replace in all files'),
    keys: 'Ctrl+Shift+F',
    when: hasChat,
    run() {
      showTab('code');
      $isProjectFindShown.set(true);
    },
  },
  {
    id: 'go-to-line',
    group: 'editor',
    icon: 'i-lucide-arrow-down-to-line',
    text: () => t('Go to a line of the open file'),
    when: hasText,
    run: ({ setOverlay }) => setOverlay({ type: 'quick-open', typed: ':' }),
  },
  {
    id: 'go-to-symbol',
    group: 'editor',
    icon: 'i-lucide-list-tree',
    text: () => t('Go to a symbol in the open file'),
    keys: 'Ctrl+Shift+O',
    when: hasText,
    run({ setOverlay }) {
      showTab('code');
      setOverlay({ type: 'symbols' });
    },
  },
  {
    id: 'format-file',
    group: 'editor',
    icon: 'i-lucide-text-quote',
    text: () => t('Format the open file'),
    keys: 'Shift+Alt+F',
    when: canEdit,
    run() {
      showTab('code');
      $isFormatAsked.set(true);
    },
  },
  {
    id: 'compare-file',
    group: 'editor',
    icon: 'i-lucide-file-diff',
    text: () => t('Compare the open file with the last checkpoint'),
    when: () => hasChat() && hasFile(),
    run({ actions }) {
      const path = $activeTab.get();
      if (path !== null) void compareFile(path, actions.checkpoints);
    },
  },
  atCaret('definition', { id: 'go-to-definition', icon: 'i-lucide-corner-down-right', text: () => t('Go to the definition'), keys: 'F12' }),
  atCaret('hover', { id: 'show-type', icon: 'i-lucide-info', text: () => t('Show the type at the caret'), keys: 'Alt+F1' }),
  atCaret('signature', {
    id: 'show-signature',
    icon: 'i-lucide-parentheses',
    text: () => t('Show the parameters at the caret'),
    keys: 'Ctrl+Shift+Space',
  }),
  atCaret('next-problem', {
    id: 'next-problem',
    icon: 'i-lucide-triangle-alert',
    text: () => t('Go to the next problem in the file'),
    keys: 'F8',
  }),
  atCaret('previous-problem', {
    id: 'previous-problem',
    icon: 'i-lucide-triangle-alert',
    text: () => t('Go to the previous problem in the file'),
    keys: 'Shift+F8',
  }),
];
