import type { Checkpoint } from '../../lib/chat/checkpoints.ts';
import { t } from '../../lib/i18n/t.ts';

export function checkpointTitle({ kind, label }: Pick<Checkpoint, 'kind' | 'label'>): string {
  if (kind === 'command') return t('Before your command “{label}”', { label });
  return kind === 'task' ? label : t('Before going back to “{label}”', { label });
}
