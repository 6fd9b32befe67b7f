import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import { t } from '../../lib/i18n/t.ts';
import { checkpointTitle } from './checkpoint-title.ts';
import { sourceKey, sourceOf } from './shown-changes.ts';
import type { Timeline } from './use-timeline.ts';

interface SinceFieldProps {
  timeline: Timeline;
  source: ChangeSource;
  onChange: (source: ChangeSource) => void;
}

/** Chooses the start of the shown changes: the newest task, its last step, the beginning, or any checkpoint or named step. */
export function SinceField({ timeline, source, onChange }: SinceFieldProps) {
  const current = sourceKey(source);
  const last = timeline.steps.findLast(({ isInEffect }) => isInEffect);
  const offered = new Map<string, string>([['task', t('This task')]]);
  if (last !== undefined) offered.set(`step ${last.sequence}`, t('Last step'));
  offered.set('since 0', t('The beginning'));
  const marks = timeline.checkpoints.map(
    (checkpoint) => [`since ${checkpoint.sequence}`, checkpoint.bookmark ?? checkpointTitle(checkpoint)] as const,
  );
  const named = timeline.steps.flatMap(({ sequence, name }) => (name === null ? [] : [[`since ${sequence}`, `★ ${name}`] as const]));
  const step = source.type === 'task' ? undefined : timeline.steps.find(({ sequence }) => sequence === source.sequence);
  const isOffered = offered.has(current) || [...marks, ...named].some(([key]) => key === current);
  return (
    <select
      className="field since-field"
      data-command="changes-since"
      aria-label={t('Changes since')}
      value={current}
      onChange={(event) => onChange(sourceOf(event.target.value))}
    >
      {[...offered].map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
      {!isOffered && <option value={current}>{step?.label ?? t('An earlier step')}</option>}
      {marks.length + named.length > 0 && (
        <optgroup label={t('Before')}>
          {[...marks, ...named].map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
