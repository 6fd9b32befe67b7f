import '../../ui/card-frame.css';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { ShownValue } from '../../ui/foreign/shown-value.tsx';
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

/** A step without its own card, as one plain line, which unfolds into its arguments and what the model was given. */
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
  if (!isFinished(step)) {
    return (
      <article aria-label={label} className="step-row">
        {line}
      </article>
    );
  }
  return <FoldedRow label={label} line={line} body={() => <StepDetails step={step} name={verb} />} />;
}

interface FoldedRowProps {
  label: string;
  line: ReactNode;
  /** Only called while the row is open. */
  body: () => ReactNode;
}

function FoldedRow({ label, line, body }: FoldedRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <article aria-label={label}>
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="step-row focus-inset">
          {line}
          <Icon name={isOpen ? 'i-lucide-chevron-down' : 'i-lucide-chevron-right'} className="c-text-3" />
        </summary>
        {isOpen && <div className="flex flex-col gap-4px px-12px pb-6px">{body()}</div>}
      </details>
    </article>
  );
}

/** The arguments of a call, and what the model was given for it. */
function StepDetails({ step, name }: { step: StepView; name: string }) {
  const text = useResultText(step);
  return (
    <>
      <ShownValue title={t('Arguments')} value={step.input} name={name} />
      {step.message !== '' && <FailureDetails step={step} />}
      {text !== null && <ShownValue title={t('What the model was given')} value={text} name={name} />}
    </>
  );
}

/** Returns the result as the model was given it; null before it is known, and if there is none. */
function useResultText({ toolName, input, output, state }: StepView): string | null {
  const actions = useActions('approvals');
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    if (state !== 'success') return;
    let isCurrent = true;
    actions.resultText({ toolName, input, output }).then((printed) => isCurrent && setText(printed));
    return () => {
      isCurrent = false;
    };
  }, [actions, toolName, input, output, state]);
  return text;
}

/** Several consecutive calls of one tool, such as reading files, as one line. */
export function GroupedRow({ steps }: { steps: readonly StepView[] }) {
  const toolName = steps[0]?.toolName ?? '';
  const view = useToolView(toolName);
  const subjects = steps.map((step) => subjectOf(view, step));
  const names = shortText(subjects.map((subject) => subject.split('/').at(-1)).join(', '));
  const words = view?.grouped?.(steps.length) ?? '';
  const line = (
    <>
      <Icon name={view?.icon ?? 'i-lucide-wrench'} className="c-text-3" />
      <span className="shrink-0">{words}</span>
      <span className="mono text-sm truncate" title={shortText(subjects.join('\n'))}>
        {names}
      </span>
    </>
  );
  const rows = () => steps.map((step) => <StepRow key={step.toolCallId} step={step} />);
  return <FoldedRow label={stepLabel(words, names, { toolName, state: 'success' })} line={line} body={rows} />;
}
