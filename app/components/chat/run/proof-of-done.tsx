import './proof-of-done.css';
import type { Check, WorkReport } from '../../../lib/stores/chat.ts';
import { Icon } from '../../ui/icon.tsx';
import { PathLabel } from '../../ui/path-label.tsx';
import { plural } from '../../ui/text/plural.ts';
import { visibleName } from '../../ui/text/visible-name.ts';

type Outcome = 'good' | 'bad' | 'none';

const ICONS: Record<Outcome, { name: string; className: string }> = {
  good: { name: 'i-lucide-check', className: 'c-green' },
  bad: { name: 'i-lucide-circle-x', className: 'c-red' },
  none: { name: 'i-lucide-triangle-alert', className: 'c-yellow' },
};
const MARKS = {
  created: { letter: 'A', word: 'created', className: 'c-green' },
  modified: { letter: 'M', word: 'changed', className: 'c-yellow' },
  deleted: { letter: 'D', word: 'deleted', className: 'c-red' },
} as const;
const AUTHORS = { agent: '', runtime: 'by a command', person: 'by you' } as const;
/** So many rows are on the card; all of them are in the Changes tab. */
const MOST_FILES = 8;

function outcomeOf(check: Check): { outcome: Outcome; text: string } {
  if (check.kind === 'problems') {
    if (check.count === 0) return { outcome: 'good', text: 'no errors shown' };
    return { outcome: 'bad', text: plural(check.count, 'error') };
  }
  if (check.result === 'unproven') return { outcome: 'none', text: check.why ?? 'it proves nothing' };
  return { outcome: check.result === 'passed' ? 'good' : 'bad', text: check.exitCode === null ? 'ended' : `exit code ${check.exitCode}` };
}

/** What was run after the last change, as facts: a summary may claim more than was seen. */
export function ProofOfDone({ work }: { work: WorkReport }) {
  if (work.changed.length === 0) return null;
  return (
    <>
      <ChangedFiles changed={work.changed} />
      {!work.isChecked && (
        <p className="proof c-yellow">
          <Icon name="i-lucide-triangle-alert" />
          Nothing was built, linted or tested after the last change.
        </p>
      )}
      {work.checks.length > 0 && <Checks checks={work.checks} isChecked={work.isChecked} />}
    </>
  );
}

function Checks({ checks, isChecked }: { checks: WorkReport['checks']; isChecked: boolean }) {
  const title = isChecked ? 'Checked after the last change' : 'Run after the last change';
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
              {check.kind === 'command' ? <code className="truncate">{check.command}</code> : <span>Errors of the project</span>}
              <span className="c-text-3 min-w-0">{text}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Every file that is not what it was, whoever changed it. */
function ChangedFiles({ changed }: Pick<WorkReport, 'changed'>) {
  const rest = changed.length - MOST_FILES;
  return (
    <ul className="proof" aria-label="Files of this run">
      {changed.slice(0, MOST_FILES).map(({ path, kind, by }) => (
        <li key={path} aria-label={`${visibleName(path)}, ${MARKS[kind].word}${AUTHORS[by] === '' ? '' : ` ${AUTHORS[by]}`}`}>
          <span className={`mono text-sm ${MARKS[kind].className}`} title={MARKS[kind].word}>
            {MARKS[kind].letter}
          </span>
          <PathLabel path={path} />
          <span className="c-text-3 text-sm shrink-0">{kind === 'deleted' ? `deleted ${AUTHORS[by]}` : AUTHORS[by]}</span>
        </li>
      ))}
      {rest > 0 && <li className="c-text-3 text-sm">{`and ${rest} more`}</li>}
    </ul>
  );
}
