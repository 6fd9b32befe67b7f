import { t } from '../../lib/i18n/t.ts';
import type { Asker } from '../../lib/protocol/tool-call.ts';
import { Icon } from '../ui/icon.tsx';
import { LongText } from '../ui/long-text.tsx';
import { rich } from '../ui/text/rich.tsx';
import { LONGEST_SHOWN } from '../ui/text/short-text.ts';
import { visible } from '../ui/text/visible-name.ts';

/**
 * Names the sub-agent that asks, its task, and the files that it may write. Cut texts can be shown completely, because the answer depends
 * on them.
 */
export function AskerLine({ asker: { task, scope } }: { asker: Asker }) {
  const whole = (text: string) => <LongText text={visible(text)} longest={LONGEST_SHOWN} />;
  const may = scope === null ? t('It only reads.') : rich('It may write only {files}.', { files: whole(scope.join(', ')) });
  return (
    <p className="why">
      <Icon name="i-lucide-bot" size={16} className="c-accent" />
      <span className="break-words">
        {rich('{agent} for the task “{task}”.', { agent: <strong>{t('Sub-agent')}</strong>, task: whole(task) })} {may}
      </span>
    </p>
  );
}
