import { hunkRangeText } from '../ui/diff/hunk-range-text.ts';
import './proposed-diff.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ShownHunk } from '../../lib/agent/calls/shown-hunks.ts';
import { numberText } from '../../lib/i18n/number-text.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ApprovalId } from '../../lib/protocol/ids.ts';
import { $files } from '../../lib/stores/files.ts';
import { $awayPlace } from '../../lib/stores/other-tab.ts';
import { $narrowPane, $workbenchTab } from '../../lib/stores/workbench.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DiffCounts } from '../ui/diff/diff-counts.tsx';
import { DiffLines } from '../ui/diff/diff-lines.tsx';
import { shortText } from '../ui/text/short-text.ts';
import { visibleName } from '../ui/text/visible-name.ts';
import { TakeOrSkip } from './take-or-skip.tsx';
import type { HunkChoice } from './use-hunk-choice.ts';
import { useProposal } from './use-proposal.ts';

/** Lines of a change that are shown before "Show all". */
const SHOWN_LINES = 80;

interface HunkViewProps {
  hunk: ShownHunk;
  index: number;
  limit: number;
  /** `null` if the change is approved or denied as a whole. */
  choice: HunkChoice | null;
}

/** Capitalises `lines 3-5`; a path is unchanged. */
function titleOf(range: string): string {
  return hunkRangeText(range).replace(/^l(?=ines? \d)/, 'L');
}

function HunkView({ hunk: { range, lines, added, removed }, index, limit, choice }: HunkViewProps) {
  const isTaken = choice === null || !choice.refused.has(index);
  return (
    <div className="hunk" data-taken={isTaken}>
      <div className="hunk-title">
        <span>{titleOf(range)}</span> <DiffCounts added={added} removed={removed} />
        <span className="flex-1" />
        {choice !== null && <TakeOrSkip hunk={index} range={range} choice={choice} />}
      </div>
      {choice !== null && !isTaken && (
        <input
          className="field hunk-reason"
          aria-label={t('Reason for hunk {number}', { number: index + 1 })}
          placeholder={t('Why not (optional)')}
          maxLength={4_000}
          value={choice.refused.get(index) ?? ''}
          onChange={(event) => choice.explain(index, event.target.value)}
        />
      )}
      <DiffLines lines={lines.slice(0, limit)} />
    </div>
  );
}

interface ProposedDiffProps {
  approvalId: ApprovalId;
  /** `null` if the hunks cannot be chosen separately. */
  choice: HunkChoice | null;
}

/** The proposed change as hunks; each can be skipped if there is a choice. */
export function ProposedDiff({ approvalId, choice }: ProposedDiffProps) {
  const proposal = useProposal(approvalId);
  const [showsAll, setShowsAll] = useState(false);
  const setCount = choice?.setCount;
  const count = proposal.state === 'known' ? proposal.hunks.length : 0;
  useEffect(() => setCount?.(count), [setCount, count]);
  if (proposal.state === 'loading') return <p className="text-sm c-text-3">{t('Reading the change…')}</p>;
  if (proposal.state === 'failed') return <UnreadProposal failure={proposal.failure} onAgain={proposal.again} />;
  if (proposal.state === 'none') return <NoText />;
  if (count === 0) return <p className="text-sm c-text-2">{t('The file would stay as it is.')}</p>;
  const total = proposal.hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  let left = showsAll ? Number.POSITIVE_INFINITY : SHOWN_LINES;
  const shown = proposal.hunks.flatMap((hunk, index) => {
    if (left <= 0) return [];
    const limit = left;
    left -= hunk.lines.length;
    return [<HunkView key={hunk.range} hunk={hunk} index={index} limit={limit} choice={choice} />];
  });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="diff scroll focus-inset" aria-label={t('Proposed change')} tabIndex={0}>
        {proposal.files.length > 1 && (
          <p className="text-sm c-text-2 break-words">
            {plural(
              proposal.files.length,
              { one: '{count} file: {names}', other: '{count} files: {names}' },
              { names: proposal.files.map(({ path }) => visibleName(path)).join(', ') },
            )}
          </p>
        )}
        {shown}
        {total > SHOWN_LINES && !showsAll && (
          <p className="output-cut">
            {t('First {shown} of {all} lines', { shown: numberText(SHOWN_LINES), all: numberText(total) })}
            <Button variant="ghost" size={20} onClick={() => setShowsAll(true)}>
              {t('Show all')}
            </Button>
          </p>
        )}
      </section>
      {proposal.files.slice(0, 1).map(({ path }) => (
        <OpenProposal key={path} path={path} />
      ))}
    </>
  );
}

function NoText() {
  const isAway = useStore($awayPlace) !== null;
  return (
    <p className="text-sm c-text-2">
      {isAway
        ? t('What it would change is not known here: it is shown once the machine is connected.')
        : t('The change cannot be shown as text.')}
    </p>
  );
}

/** A change that could not be read: it can be read again or denied, but not approved. */
function UnreadProposal({ failure, onAgain }: { failure: string; onAgain: () => void }) {
  return (
    <div role="alert" className="text-sm c-red flex flex-wrap items-center gap-8px">
      <span className="wrap-anywhere">
        {t('The change could not be read, so it can only be denied ({failure}).', { failure: shortText(failure, 200) })}
      </span>
      <Button size={24} onClick={onAgain}>
        {t('Try again')}
      </Button>
    </div>
  );
}

/** Opens an existing file with its proposal in the editor; a new file is already open there. */
function OpenProposal({ path }: { path: string }) {
  const actions = useActions('files');
  const isThere = useStore($files).has(path);
  if (!isThere) return null;
  function open() {
    $workbenchTab.set('code');
    $narrowPane.set('code');
    void actions.openFile(path);
  }
  return (
    <div className="card-footer">
      <span className="flex-1" />
      <Button variant="ghost" size={24} onClick={open}>
        {t('Open in the editor')}
      </Button>
    </div>
  );
}
