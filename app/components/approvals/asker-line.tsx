import { t } from '../../lib/i18n/t.ts';
import type { Asker } from '../../lib/protocol/tool-call.ts';
import { Icon } from '../ui/icon.tsx';
import { LongText } from '../ui/long-text.tsx';
import { rich } from '../ui/text/rich.tsx';
import { LONGEST_SHOWN } from '../ui/text/short-text.ts';
import { visible } from '../ui/text/visible-name.ts';

/** Which sub-agent asks, for which task, and what it may write. What is cut can be read whole here: it is what the user answers to. */
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
