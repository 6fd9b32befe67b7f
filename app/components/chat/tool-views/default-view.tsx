import { t } from '../../../lib/i18n/t.ts';
import { TOOL_PREFIX } from '../../../lib/protocol/tool-names.ts';
import { CardFrame } from '../../ui/card-frame.tsx';
import { ShownValue } from '../../ui/foreign/shown-value.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { duration } from '../../ui/text/duration.ts';
import { visibleName } from '../../ui/text/visible-name.ts';
import { FailureNote } from '../cards/failure-text.tsx';
import { isFinished, type StepView, stepLabel } from '../cards/step-view.ts';

/** Returns a tool's name as words: `mcp__weather.getForecast` becomes "Mcp weather get forecast". */
export function readableName(toolName: string): string {
  const bare = toolName.startsWith(TOOL_PREFIX) ? toolName.slice(TOOL_PREFIX.length) : toolName;
  const words = visibleName(bare)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_\-.:/]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return words === '' ? t('A tool without a name') : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A call of a tool without its own view: its name, with arguments and result folded. */
export function DefaultView({ step }: { step: StepView }) {
  const name = readableName(step.toolName);
  const hasFailed = step.state === 'error' && step.errorCode !== 'denied';
  const isLive = !isFinished(step);
  return (
    <CardFrame
      label={stepLabel(name, '', step)}
      edge={isLive ? 'amber' : hasFailed ? 'red' : 'rest'}
      isOpenByDefault={hasFailed}
      header={
        <>
          <Icon
            name={hasFailed ? 'i-lucide-circle-x' : 'i-lucide-wrench'}
            className={isLive ? 'c-accent' : hasFailed ? 'c-red' : 'c-text-2'}
          />
          <span className="truncate flex-1">{name}</span>
          {step.durationMs !== null && <span className="text-sm c-text-3 tabular">{duration(step.durationMs)}</span>}
          {isLive && <Spinner size={12} />}
          {step.state === 'success' && <Icon name="i-lucide-check" className="c-green" />}
        </>
      }
    >
      <FailureNote step={step} />
      <ShownValue title={t('Arguments')} value={step.input} name={name} />
      <ShownValue title={t('Result')} value={step.output} name={name} />
    </CardFrame>
  );
}
