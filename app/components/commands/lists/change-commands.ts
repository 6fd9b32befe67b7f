import { t } from '../../../lib/i18n/t.ts';
import type { Command } from '../../page/keys/command.ts';
import { hasChat } from '../command-reasons.ts';
import { focusIn, mayHaveButton, pressButtonIn } from '../press-button.ts';

/** A command that presses a button of the Changes area. */
function button(id: string, icon: string, text: () => string, isRepeated?: true): Command {
  return {
    id,
    group: 'changes',
    icon,
    text,
    ...(isRepeated === undefined ? {} : { isRepeated }),
    when: () => hasChat() && mayHaveButton('changes', id),
    run: () => pressButtonIn('changes', id),
  };
}

/** A command that focuses a field of the Changes area. */
function field(id: string, icon: string, text: () => string): Command {
  return { ...button(id, icon, text), run: () => focusIn('changes', `[data-command="${id}"]`) };
}

/** Commands for changes: review, keep, revert, name. */
export const CHANGE_COMMANDS: readonly Command[] = [
  button('keep-all', 'i-lucide-check-check', () => t('Changes: keep all')),
  button('revert-all', 'i-lucide-undo-2', () => t('Changes: revert all')),
  button('keep-file', 'i-lucide-check', () => t('Changes: keep the file that is shown')),
  button('revert-file', 'i-lucide-undo-2', () => t('Changes: revert the file that is shown')),
  button('open-changed-file', 'i-lucide-file-code', () => t('Changes: open the file that is shown')),
  button('next-change', 'i-lucide-arrow-down', () => t('Changes: go to the next change'), true),
  button('previous-change', 'i-lucide-arrow-up', () => t('Changes: go to the previous change'), true),
  button('changes-split', 'i-lucide-columns-2', () => t('Changes: before and after side by side')),
  button('changes-unified', 'i-lucide-rows-2', () => t('Changes: removed lines above added ones')),
  field('changes-since', 'i-lucide-history', () => t('Changes: since when…')),
  button('name-step', 'i-lucide-bookmark-plus', () => t('Changes: name the step that is shown')),
  field('search-checkpoints', 'i-lucide-search', () => t('Changes: search checkpoints')),
];
