import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $narrowPane, $workbenchTab } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CardFrame } from '../../ui/card-frame.tsx';
import { DiffCounts } from '../../ui/diff/diff-counts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PathLabel } from '../../ui/path-label.tsx';
import { Reason } from '../../ui/reason.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { FailureNote, isHeldBack } from './failure-text.tsx';
import { fileCounts, fileVerb, isNewFile } from './file-result.ts';
import { diffsOf, StepDiff } from './step-diff.tsx';
import { countLines, isFinished, type StepView, stepLabel, textOf } from './step-view.ts';

/** Number of lines of a written file that its card shows; the rest is in the editor. */
const SHOWN_LINES = 12;

/** Limit in characters for a file that was not written because the response was cut off: its content exists nowhere else. */
const LONGEST_UNWRITTEN = 100_000;

function firstLines(text: string): string {
  const lines = text.split('\n', SHOWN_LINES + 1);
  return lines.slice(0, SHOWN_LINES).join('\n');
}

/** Returns the newest lines of a text that is being written. */
function lastLines(text: string): string {
  let from = text.length;
  for (let line = 0; line < 3 && from > 0; line += 1) from = text.lastIndexOf('\n', from - 1);
  return text.slice(Math.max(0, from + 1));
}

function excerptOf(step: StepView): string {
  const content = textOf(step.input, 'content');
  if (!isFinished(step)) return lastLines(content);
  return isUnwritten(step) ? content.slice(0, LONGEST_UNWRITTEN) : firstLines(content);
}

function isUnwritten({ state, errorCode }: StepView): boolean {
  return state === 'error' && errorCode !== 'denied';
}

/** A file that the agent writes. Grows while the model writes it; then one row with the changed lines. */
export function FileCard({ step }: { step: StepView }) {
  const actions = useActions('files');
  const path = textOf(step.input, 'path');
  const content = textOf(step.input, 'content');
  const reasoning = textOf(step.input, 'reasoning');
  // Older journals use the second name.
  const changed = textOf(step.output, 'changedByUser') || textOf(step.output, 'changedByPerson');
  const isOpen = isUnwritten(step);
  const tone = isOpen && !isHeldBack(step) ? 'red' : step.state === 'success' ? 'green' : 'yellow';
  const isLive = !isFinished(step);
  const lines = countLines(content);
  const diffs = diffsOf(step);
  function openInEditor() {
    $workbenchTab.set('code');
    $narrowPane.set('code');
    void actions.openFile(path);
  }
  return (
    <CardFrame
      label={stepLabel(fileVerb(step), path, step)}
      edge={isLive ? 'amber' : tone}
      isOpenByDefault={isOpen}
      header={
        <>
          <Icon
            name={isOpen ? 'i-lucide-circle-x' : isNewFile(step) ? 'i-lucide-file-plus-2' : 'i-lucide-file-pen'}
            className={isLive ? 'c-accent' : tone === 'red' ? 'c-red' : 'c-text-2'}
          />
          <span className={isLive ? 'c-accent font-medium' : 'c-text-2'}>{fileVerb(step)}</span>
          <PathLabel path={path} />
          <span className="flex-1" />
          <DiffCounts {...fileCounts(step)} />
          {isLive && <Spinner size={12} />}
          {step.state === 'success' && <Icon name="i-lucide-check" className="c-green" />}
        </>
      }
    >
      {reasoning !== '' && <Reason text={reasoning} />}
      <FailureNote step={step} />
      {changed !== '' && <p className="text-sm c-text-2">{changed}</p>}
      {diffs.length > 0 && <StepDiff step={step} />}
      {content !== '' && diffs.length === 0 && <pre className="well file-excerpt">{excerptOf(step)}</pre>}
      <div className="card-footer">
        {diffs.length === 0 && (
          <span>
            {lines > SHOWN_LINES && !isLive && !isOpen
              ? plural(lines, { one: 'First {shown} of {count} line', other: 'First {shown} of {count} lines' }, { shown: SHOWN_LINES })
              : plural(lines, { one: '{count} line', other: '{count} lines' })}
          </span>
        )}
        <span className="flex-1" />
        <Button variant="ghost" size={24} onClick={openInEditor}>
          {t('Open in the editor')}
        </Button>
      </div>
    </CardFrame>
  );
}
