import { t } from '../../../lib/i18n/t.ts';
import { CardFrame } from '../../ui/card-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import { shortText } from '../../ui/text/short-text.ts';
import { subjectOf, useToolView } from '../tool-views/tool-views-context.ts';
import { FailureNote } from './failure-text.tsx';
import { type StepView, stepLabel, textOf } from './step-view.ts';

/** Limit in characters of the excerpt of the model's text. */
const LONGEST_EXCERPT = 1_200;

/** A call that could not be parsed and had no effect. Shows the tool, the error with its position, and the model's text. */
export function BrokenCallCard({ step }: { step: StepView }) {
  const written = textOf(step.input, 'invalidInput');
  const subject = subjectOf(useToolView(step.toolName), step);
  return (
    <CardFrame
      label={stepLabel(t('Broken call'), subject, step)}
      edge="red"
      isOpenByDefault
      header={
        <>
          <Icon name="i-lucide-file-warning" className="c-red" />
          <span className="font-medium c-text-1 shrink-0">{t('Broken call')}</span>
          <span className="mono text-sm truncate flex-1">
            {step.toolName === '' ? t('without a name') : shortText(step.toolName)}
            {subject !== '' && <span className="c-text-3"> {shortText(subject)}</span>}
          </span>
        </>
      }
    >
      <FailureNote step={step} />
      {written !== '' && (
        <section aria-label={t('What the model wrote')}>
          <pre className="well file-excerpt whitespace-pre-wrap! break-words">{shortText(written, LONGEST_EXCERPT)}</pre>
        </section>
      )}
      <p className="text-sm c-text-3">{t('The agent has been informed, and can make the call again.')}</p>
    </CardFrame>
  );
}
