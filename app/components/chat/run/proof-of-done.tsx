import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import './proof-of-done.css';
import type { ChangedFile, Check, WorkReport } from '../../../lib/stores/chat.ts';
import { Icon } from '../../ui/icon.tsx';
import { PathLabel } from '../../ui/path-label.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';

type Outcome = 'good' | 'bad' | 'none';

const ICONS: Record<Outcome, { name: string; className: string }> = {
  good: { name: 'i-lucide-check', className: 'c-green' },
  bad: { name: 'i-lucide-circle-x', className: 'c-red' },
  none: { name: 'i-lucide-triangle-alert', className: 'c-yellow' },
};
type Kind = ChangedFile['kind'];
type Other = Exclude<ChangedFile['by'], 'agent'>;

const MARKS: Readonly<Record<Kind, { letter: string; word: () => string; className: string }>> = {
  created: { letter: 'A', word: () => t('created'), className: 'c-green' },
  modified: { letter: 'M', word: () => t('changed'), className: 'c-yellow' },
  deleted: { letter: 'D', word: () => t('deleted'), className: 'c-red' },
};
const AUTHORS: Readonly<Record<Other, () => string>> = { runtime: () => t('by a command'), user: () => t('by you') };
const BY_OTHERS: Readonly<Record<Kind, Readonly<Record<Other, () => string>>>> = {
  created: { runtime: () => t('created by a command'), user: () => t('created by you') },
  modified: { runtime: () => t('changed by a command'), user: () => t('changed by you') },
  deleted: { runtime: () => t('deleted by a command'), user: () => t('deleted by you') },
};
/** Number of rows on the card; the Changes tab lists all. */
const MOST_FILES = 8;

function outcomeOf(check: Check): { outcome: Outcome; text: string } {
  if (check.kind === 'problems') {
    if (check.count === 0) return { outcome: 'good', text: t('no errors shown') };
    return { outcome: 'bad', text: plural(check.count, { one: '{count} error', other: '{count} errors' }) };
  }
  if (check.result === 'unproven') return { outcome: 'none', text: check.why ?? t('it proves nothing') };
  const text = check.exitCode === null ? t('ended') : t('exit code {code}', { code: check.exitCode });
  return { outcome: check.result === 'passed' ? 'good' : 'bad', text };
}

/** Lists which checks were run after the last change, because a summary may claim more. */
export function ProofOfDone({ work }: { work: WorkReport }) {
  if (work.changed.length === 0) return null;
  return (
    <>
      <ChangedFiles changed={work.changed} />
      {!work.isChecked && (
        <p className="proof c-yellow">
          <Icon name="i-lucide-triangle-alert" />
          {t('Nothing was built, linted or tested after the last change.')}
        </p>
      )}
      {work.checks.length > 0 && <Checks checks={work.checks} isChecked={work.isChecked} />}
    </>
  );
}

function Checks({ checks, isChecked }: { checks: WorkReport['checks']; isChecked: boolean }) {
  const title = isChecked ? t('Checked after the last change') : t('Run after the last change');
  return (
    <div className="proof">
      <p className="text-sm c-text-3">{title}</p>
      <ul className="proof" aria-label={title}>
        {checks.slice(-4).map((check, index) => {
          const { outcome, text } = outcomeOf(check);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same check may appear twice, and the list of a finished run does not change
            <li key={index}>
              <Icon name={ICONS[outcome].name} className={ICONS[outcome].className} />
              {check.kind === 'command' ? <code className="truncate">{check.command}</code> : <span>{t('Errors of the project')}</span>}
              <span className="c-text-3 min-w-0">{text}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function whatHappened(kind: Kind, by: ChangedFile['by']): string {
  return by === 'agent' ? MARKS[kind].word() : BY_OTHERS[kind][by]();
}

/** Every file that differs from its version before the run, whoever changed it. */
function ChangedFiles({ changed }: Pick<WorkReport, 'changed'>) {
  const rest = changed.length - MOST_FILES;
  return (
    <ul className="proof" aria-label={t('Files of this run')}>
      {changed.slice(0, MOST_FILES).map(({ path, kind, by }) => (
        <li key={path} aria-label={t('{path}, {what}', { path: visibleName(path), what: whatHappened(kind, by) })}>
          <span className={`mono text-sm ${MARKS[kind].className}`} title={MARKS[kind].word()}>
            {MARKS[kind].letter}
          </span>
          <PathLabel path={path} />
          <span className="c-text-3 text-sm shrink-0">
            {kind === 'deleted' ? whatHappened(kind, by) : by === 'agent' ? '' : AUTHORS[by]()}
          </span>
        </li>
      ))}
      {rest > 0 && <li className="c-text-3 text-sm">{t('and {rest} more', { rest })}</li>}
    </ul>
  );
}
