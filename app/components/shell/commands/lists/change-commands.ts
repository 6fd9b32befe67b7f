import type { Command } from '../command.ts';
import { hasChat } from '../command-reasons.ts';
import { focusIn, mayHaveButton, pressButtonIn } from '../press-button.ts';

/** A button of the Changes area. */
function button(id: string, icon: string, text: string, isRepeated?: true): Command {
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

/** A field of it. */
function field(id: string, icon: string, text: string): Command {
  return { ...button(id, icon, text), run: () => focusIn('changes', `[data-command="${id}"]`) };
}

/** What has changed: looked through, kept, reverted, named. */
export const CHANGE_COMMANDS: readonly Command[] = [
  button('keep-all', 'i-lucide-check-check', 'Changes: keep all'),
  button('revert-all', 'i-lucide-undo-2', 'Changes: revert all'),
  button('keep-file', 'i-lucide-check', 'Changes: keep the file that is shown'),
  button('revert-file', 'i-lucide-undo-2', 'Changes: revert the file that is shown'),
  button('open-changed-file', 'i-lucide-file-code', 'Changes: open the file that is shown'),
  button('next-change', 'i-lucide-arrow-down', 'Changes: go to the next change of the file', true),
  button('previous-change', 'i-lucide-arrow-up', 'Changes: go to the previous change of the file', true),
  button('changes-split', 'i-lucide-columns-2', 'Changes: before and after side by side'),
  button('changes-unified', 'i-lucide-rows-2', 'Changes: removed lines above added ones'),
  field('changes-since', 'i-lucide-history', 'Changes: since when…'),
  button('name-step', 'i-lucide-bookmark-plus', 'Changes: name the step that is shown'),
  field('search-checkpoints', 'i-lucide-search', 'Changes: search checkpoints'),
];
