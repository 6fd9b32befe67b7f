import './change-view.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { PastHunk } from '../../lib/chat/past/past-hunk.ts';
import { createDiffView, type DiffLayout, type DiffView, type HunkHead } from '../../lib/editor/create-diff-view.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { DiffHost } from '../ui/diff/diff-host.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { changesText } from './changes-text.ts';
import { FileHead } from './file-head.tsx';
import { HunkRow } from './hunk-row.tsx';
import type { ReviewedFile } from './use-reviewed-files.ts';

interface ChangeViewProps {
  file: ReviewedFile;
  source: ChangeSource;
  layout: DiffLayout;
}

/** The hunks of the change, with what has become of each; asked for again when the change has been. */
function useHunks(change: FileChange, source: ChangeSource): readonly PastHunk[] {
  const actions = useActions('checkpoints');
  const [hunks, setHunks] = useState<readonly PastHunk[]>([]);
  useEffect(() => {
    let isCurrent = true;
    // A file that was made or removed goes back as a whole.
    const found = change.kind === 'modified' ? actions.listHunks(source, change.path) : Promise.resolve([]);
    void found.then((listed) => isCurrent && setHunks(listed));
    return () => {
      isCurrent = false;
    };
  }, [actions, change, source]);
  return hunks;
}

/** The difference of one file; it and each hunk of it can be kept or taken back. */
export function ChangeView({ file, source, layout }: ChangeViewProps) {
  const { change } = file;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<DiffView | null>(null);
  const hunks = useHunks(change, source);
  const heads = useMemo(() => hunks.map(({ newStart }): HunkHead => ({ line: newStart, element: document.createElement('div') })), [hunks]);
  const { path, before, after } = change;
  useEffect(() => {
    if (!host.current) return undefined;
    view.current = createDiffView(host.current, { path, before, after }, layout);
    return () => view.current?.destroy();
  }, [path, before, after, layout]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view that was made again has no heads
  useEffect(() => view.current?.showHeads(heads), [heads, path, before, after, layout]);
  return (
    <div className="change-view">
      <FileHead file={file} source={source}>
        {hunks.length > 0 && <HunkSteps heads={heads} reveal={(head) => view.current?.reveal(head)} />}
      </FileHead>
      <DiffHost ref={host} layout={layout} />
      {hunks.map((hunk, index) => {
        const head = heads[index];
        return head && createPortal(<HunkRow hunk={hunk} path={path} source={source} />, head.element, String(index));
      })}
    </div>
  );
}

interface HunkStepsProps {
  heads: readonly HunkHead[];
  reveal: (head: HunkHead) => Promise<void> | undefined;
}

/** From hunk to hunk, also those that are far out of view. */
function HunkSteps({ heads, reveal }: HunkStepsProps) {
  const [visited, setAt] = useState(-1);
  // Of what was taken back there may be fewer by now.
  const at = Math.min(visited, heads.length - 1);
  async function go(to: number) {
    const head = heads[to];
    if (head === undefined) return;
    setAt(to);
    await reveal(head);
    head.element.querySelector<HTMLElement>('[data-hunk]')?.focus();
  }
  return (
    <span className="hunk-steps">
      <span className="text-sm c-text-3 shrink-0">{changesText.place(at, heads.length)}</span>
      <IconButton icon="i-lucide-arrow-up" label={changesText.previous()} disabled={at <= 0} onClick={() => go(at - 1)} />
      <IconButton icon="i-lucide-arrow-down" label={changesText.next()} disabled={at >= heads.length - 1} onClick={() => go(at + 1)} />
    </span>
  );
}
