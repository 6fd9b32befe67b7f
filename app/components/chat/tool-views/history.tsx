import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { JsonValue } from '../../../lib/protocol/message.ts';
import { FileCard } from '../cards/file-card.tsx';
import { diffsOf } from '../cards/step-diff.tsx';
import { StepRow } from '../cards/step-row.tsx';
import { amount, listLength, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolCardProps, ToolView } from './tool-view.ts';

/** A restored file is shown like any other that the agent has changed. */
function HistoryCard({ step }: ToolCardProps) {
  return diffsOf(step).length > 0 ? <FileCard step={step} /> : <StepRow step={step} />;
}

function subject(input: JsonValue): string {
  const version = numberOf(input, 'version');
  const before = textOf(input, 'before');
  const which = version === null ? (before === '' ? '' : t('before {step}', { step: before })) : String(version);
  const what = [textOf(input, 'action'), textOf(input, 'path')].filter(Boolean).join(': ');
  return which === '' ? what : `${what} (${which})`;
}

export const historyView: ToolView = {
  icon: 'i-lucide-history',
  doing: () => t('Old versions'),
  done: () => t('Old versions'),
  subject,
  result: (output) =>
    amount(listLength(output, 'versions'), (count) => plural(count, { one: '{count} version', other: '{count} versions' })) ||
    amount(listLength(output, 'steps'), (count) => plural(count, { one: '{count} step', other: '{count} steps' })) ||
    amount(listLength(output, 'files'), (count) => plural(count, { one: '{count} file', other: '{count} files' })),
  Card: HistoryCard,
};
