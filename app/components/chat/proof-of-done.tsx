import type { Check, WorkReport } from '../../lib/stores/chat.ts';
import { Icon } from '../ui/icon.tsx';

function outcomeOf(check: Check): { isGood: boolean; text: string } {
  if (check.kind === 'problems') {
    return {
      isGood: check.count === 0,
      text: check.count === 0 ? 'no errors' : `${check.count} ${check.count === 1 ? 'error' : 'errors'}`,
    };
  }
  if (check.exitCode === null) return { isGood: true, text: 'still runs' };
  return { isGood: check.exitCode === 0, text: `exit code ${check.exitCode}` };
}

/** What was run after the last change, as facts: a summary may claim more than was seen (lessons, pain-25). */
export function ProofOfDone({ work }: { work: WorkReport }) {
  if (work.changed.length === 0) return null;
  if (work.checks.length === 0) {
    return (
      <p className="proof c-yellow">
        <Icon name="i-lucide-triangle-alert" />
        Nothing was run or checked after the last change.
      </p>
    );
  }
  return (
    <div className="proof">
      <p className="text-sm c-text-3">Checked after the last change</p>
      <ul className="proof" aria-label="Checked after the last change">
        {work.checks.slice(-4).map((check, index) => {
          const { isGood, text } = outcomeOf(check);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same check may stand twice, and the list of a finished run does not change
            <li key={index}>
              <Icon name={isGood ? 'i-lucide-check' : 'i-lucide-circle-x'} className={isGood ? 'c-green' : 'c-red'} />
              {check.kind === 'command' ? <code className="truncate">{check.command}</code> : <span>Errors of the project</span>}
              <span className="c-text-3 shrink-0">{text}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
