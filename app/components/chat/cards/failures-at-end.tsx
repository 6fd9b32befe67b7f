import '../run/proof-of-done.css';
import type { FailureAtEnd } from '../../../lib/agent/conversation/failed-at-end.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Icon } from '../../ui/icon.tsx';
import { shortText } from '../../ui/text/short-text.ts';

/** How the card of a completed task looks: a warning where something had failed when the task was called done. */
export function completeLook(failures: readonly FailureAtEnd[]): { label: string; icon: string; tone: 'green' | 'yellow' } {
  if (failures.length === 0) return { label: t('Complete'), icon: 'i-lucide-sparkle', tone: 'green' };
  return { label: t('Complete, with failures'), icon: 'i-lucide-triangle-alert', tone: 'yellow' };
}

function endText(failure: FailureAtEnd): string {
  if (failure.kind === 'problems') return plural(failure.count, { one: '{count} error', other: '{count} errors' });
  return failure.exitCode === null ? t('failed') : t('exit code {code}', { code: failure.exitCode });
}

/** Names what had failed when the task was called done. */
export function FailuresAtEnd({ failures }: { failures: readonly FailureAtEnd[] }) {
  if (failures.length === 0) return null;
  const title = t('Failed at the end');
  return (
    <div className="proof">
      <p className="text-sm c-yellow">{title}</p>
      <ul className="proof" aria-label={title}>
        {failures.map((failure) => (
          <li key={failure.kind === 'command' ? failure.command : ''}>
            <Icon name="i-lucide-circle-x" className="c-red" />
            {failure.kind === 'command' ? (
              <code className="truncate">{shortText(failure.command)}</code>
            ) : (
              <span>{t('Errors of the project')}</span>
            )}
            <span className="c-text-3 shrink-0">{endText(failure)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
