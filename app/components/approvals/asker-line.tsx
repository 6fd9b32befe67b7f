import { t } from '../../lib/i18n/t.ts';
import type { Asker } from '../../lib/protocol/tool-call.ts';
import { Icon } from '../ui/icon.tsx';
import { rich } from '../ui/text/rich.tsx';
import { visibleName } from '../ui/text/visible-name.ts';

/** Which sub-agent asks, for which task, and what it may write. */
export function AskerLine({ asker: { task, scope } }: { asker: Asker }) {
  const may = scope === null ? t('It only reads.') : t('It may write only {files}.', { files: visibleName(scope.join(', ')) });
  return (
    <p className="why">
      <Icon name="i-lucide-bot" size={16} className="c-accent" />
      <span className="break-words">
        {rich('{agent} for the task “{task}”.', { agent: <strong>{t('Sub-agent')}</strong>, task: visibleName(task) })} {may}
      </span>
    </p>
  );
}
