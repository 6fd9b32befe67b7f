import { structuredPatch } from 'diff';
import { useEffect, useMemo, useState } from 'react';
import type { ApprovalId } from '../../lib/protocol/ids.ts';
import { useActions } from '../shell/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DiffCounts } from '../ui/diff-counts.tsx';

/** Lines of a change shown before "Show all". */
const SHOWN_LINES = 80;
const CONTEXT_LINES = 2;

type Proposal = { state: 'loading' } | { state: 'none' } | { state: 'known'; before: string; after: string };

function useProposal(approvalId: ApprovalId): Proposal {
  const actions = useActions();
  const [proposal, setProposal] = useState<Proposal>({ state: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    actions.proposedChange(approvalId).then((change) => {
      if (isCurrent) setProposal(change === null ? { state: 'none' } : { state: 'known', ...change });
    });
    return () => {
      isCurrent = false;
    };
  }, [actions, approvalId]);
  return proposal;
}

interface DiffHunk {
  title: string;
  added: number;
  removed: number;
  lines: { sign: '+' | '-' | ' '; number: number; text: string }[];
}

/** The hunks of a change, each line with the number it has where it stands (removed lines: before, all others: after). */
export function diffHunks(before: string, after: string): DiffHunk[] {
  return structuredPatch('', '', before, after, '', '', { context: CONTEXT_LINES }).hunks.map((hunk) => {
    let oldNumber = hunk.oldStart;
    let newNumber = hunk.newStart;
    const lines: DiffHunk['lines'] = [];
    for (const line of hunk.lines) {
      const text = line.slice(1);
      if (line.startsWith('-')) lines.push({ sign: '-', number: oldNumber++, text });
      else if (line.startsWith('+')) lines.push({ sign: '+', number: newNumber++, text });
      else if (line.startsWith(' ')) {
        lines.push({ sign: ' ', number: newNumber++, text });
        oldNumber += 1;
      }
    }
    const last = hunk.newStart + Math.max(hunk.newLines, 1) - 1;
    return {
      title: last > hunk.newStart ? `Lines ${hunk.newStart}–${last}` : `Line ${hunk.newStart}`,
      added: lines.filter((line) => line.sign === '+').length,
      removed: lines.filter((line) => line.sign === '-').length,
      lines,
    };
  });
}

function HunkView({ hunk, limit }: { hunk: DiffHunk; limit: number }) {
  return (
    <div className="hunk">
      <p className="hunk-title">
        {hunk.title} <DiffCounts added={hunk.added} removed={hunk.removed} />
      </p>
      <div className="hunk-lines">
        {hunk.lines.slice(0, limit).map((line) => (
          <div key={`${line.sign}${line.number}`} className="diff-line" data-sign={line.sign}>
            <span className="diff-number">{line.number}</span>
            <span className="diff-sign">{line.sign === '-' ? '−' : line.sign}</span>
            <span className="diff-text">{line.text}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** What the file would become, as hunks against what it is. */
export function ProposedDiff({ approvalId }: { approvalId: ApprovalId }) {
  const proposal = useProposal(approvalId);
  const [showsAll, setShowsAll] = useState(false);
  const hunks = useMemo(() => (proposal.state === 'known' ? diffHunks(proposal.before, proposal.after) : []), [proposal]);
  if (proposal.state === 'loading') return <p className="text-sm c-text-3">Reading the change…</p>;
  if (proposal.state === 'none') return <p className="text-sm c-text-2">The change cannot be shown as text.</p>;
  if (hunks.length === 0) return <p className="text-sm c-text-2">The file would stay as it is.</p>;
  const total = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  let left = showsAll ? Number.POSITIVE_INFINITY : SHOWN_LINES;
  const shown = hunks.flatMap((hunk) => {
    if (left <= 0) return [];
    const limit = left;
    left -= hunk.lines.length;
    return [<HunkView key={hunk.title} hunk={hunk} limit={limit} />];
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="diff scroll focus-inset" aria-label="Proposed change" tabIndex={0}>
      {shown}
      {total > SHOWN_LINES && !showsAll && (
        <p className="output-cut">
          First {SHOWN_LINES} of {total} lines
          <Button variant="ghost" size={20} onClick={() => setShowsAll(true)}>
            Show all
          </Button>
        </p>
      )}
    </section>
  );
}
