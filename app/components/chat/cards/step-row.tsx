import '../../ui/card-frame.css';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { shortText } from '../../ui/text/short-text.ts';
import type { ToolView } from '../tool-views/tool-view.ts';
import { subjectOf, useToolView } from '../tool-views/tool-views-context.ts';
import { FailureDetails, failureText, isHeldBack } from './failure-text.tsx';
import { isFinished, type StepView, stepLabel, textOf } from './step-view.ts';

/** Returns the error, or how much the tool returned if its view describes that. */
function resultText(view: ToolView | undefined, step: StepView): string {
  if (step.state !== 'success') return failureText(step);
  return view?.result?.(step.output) || textOf(step.output, 'note');
}

/** A step without its own card, as one plain line, which unfolds into the text for the model if it failed. */
export function StepRow({ step }: { step: StepView }) {
  const view = useToolView(step.toolName);
  const { icon, doing, done } = view ?? { icon: 'i-lucide-wrench', doing: () => step.toolName, done: () => step.toolName };
  const verb = isFinished(step) ? done() : doing();
  const hasFailed = step.state === 'error';
  const subject = subjectOf(view, step);
  const result = shortText(resultText(view, step));
  const label = stepLabel(verb, subject, step);
  const tone = !hasFailed ? 'c-text-3' : isHeldBack(step) ? 'c-yellow' : 'c-red';
  const line = (
    <>
      <Icon name={hasFailed ? 'i-lucide-circle-x' : icon} className={tone} />
      {/* The name of an unknown tool comes from the model and may be very long. */}
      <span className={view !== undefined ? 'shrink-0' : 'mono text-sm truncate max-w-1/2'}>{shortText(verb)}</span>
      {subject !== '' && <span className="mono text-sm truncate">{shortText(subject)}</span>}
      <span className={`text-sm truncate ${subject === '' ? '' : 'shrink-0 max-w-1/2'} ${tone}`} title={result}>
        {result}
      </span>
      {!isFinished(step) && <Spinner size={12} />}
    </>
  );
  if (step.message === '') {
    return (
      <article aria-label={label} className="step-row">
        {line}
      </article>
    );
  }
  return (
    <article aria-label={label}>
      <details>
        <summary className="step-row focus-inset">
          {line}
          <Icon name="i-lucide-chevron-right" className="c-text-3" />
        </summary>
        <div className="px-12px pb-6px">
          <FailureDetails step={step} />
        </div>
      </details>
    </article>
  );
}

/** Several consecutive calls of one tool, such as reading files, as one line. */
export function GroupedRow({ steps }: { steps: readonly StepView[] }) {
  const toolName = steps[0]?.toolName ?? '';
  const view = useToolView(toolName);
  const subjects = steps.map((step) => subjectOf(view, step));
  const names = shortText(subjects.map((subject) => subject.split('/').at(-1)).join(', '));
  const words = view?.grouped?.(steps.length) ?? '';
  return (
    <article aria-label={stepLabel(words, names, { toolName, state: 'success' })} className="step-row">
      <Icon name={view?.icon ?? 'i-lucide-wrench'} className="c-text-3" />
      <span className="shrink-0">{words}</span>
      <span className="mono text-sm truncate" title={shortText(subjects.join('\n'))}>
        {names}
      </span>
    </article>
  );
}
