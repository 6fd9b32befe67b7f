import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { effectsOfType } from '../../../lib/protocol/effect-of.ts';
import type { FileDiff } from '../../../lib/protocol/tool-effect.ts';
import { DiffCounts } from '../../ui/diff/diff-counts.tsx';
import { DiffLines } from '../../ui/diff/diff-lines.tsx';
import { hunkRangeText } from '../../ui/diff/hunk-range-text.ts';
import { PathLabel } from '../../ui/path-label.tsx';
import type { StepView } from './step-view.ts';

/** Returns a diff for each existing file that the step changed. */
export function diffsOf({ effects = [] }: StepView): { path: string; diff: FileDiff }[] {
  return effectsOfType(effects, 'file-modified').flatMap(({ path, diff }) => (diff === undefined ? [] : [{ path, diff }]));
}

/** The diffs of a step; if there are several files, each is shown with its path. */
export function StepDiff({ step }: { step: StepView }) {
  const diffs = diffsOf(step);
  return diffs.map(({ path, diff }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section key={path} className="well max-h-320px scroll focus-inset" aria-label={t('Change of {path}', { path })} tabIndex={0}>
      {diffs.length > 1 && (
        <p className="flex gap-8px py-4px px-10px text-sm">
          <PathLabel path={path} />
          <DiffCounts added={diff.added} removed={diff.removed} />
        </p>
      )}
      {diff.hunks.map(({ range, lines }) => (
        <div key={range}>
          {diff.hunks.length > 1 && <p className="px-10px text-sm c-text-3">{hunkRangeText(range)}</p>}
          <DiffLines lines={lines} />
        </div>
      ))}
      {diff.leftOut !== undefined && (
        <p className="px-10px py-4px text-sm c-text-3">
          {plural(diff.leftOut, {
            one: '{count} more line: see the Changes tab.',
            other: '{count} more lines: see the Changes tab.',
          })}
        </p>
      )}
    </section>
  ));
}
