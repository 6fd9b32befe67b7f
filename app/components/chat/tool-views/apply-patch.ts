import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { PatchCard } from '../cards/patch-card.tsx';
import { amount, listLength, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

/** Returns the files that the patch names so far. */
function filesOf(patch: string): string {
  return [...patch.matchAll(/^\*\*\* (?:Update|Add|Delete) File: *(.+?)\s*$/gm)].map(([, path]) => path).join(', ');
}

export const applyPatchView: ToolView = {
  icon: 'i-lucide-file-diff',
  doing: () => t('Patching'),
  done: () => t('Patched'),
  Card: PatchCard,
  subject: (input) => filesOf(textOf(input, 'patch')),
  result: (output) =>
    [
      amount(listLength(output, 'files'), (count) => plural(count, { one: '{count} file', other: '{count} files' })),
      amount(listLength(output, 'notApplied'), (count) => t('{count} not applied', { count })),
    ]
      .filter(Boolean)
      .join(', '),
};
