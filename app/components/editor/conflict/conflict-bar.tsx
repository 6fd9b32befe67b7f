import { useEffect, useRef, useState } from 'react';
import { createDiffView } from '../../../lib/editor/create-diff-view.ts';
import type { OpenFile } from '../../../lib/stores/files.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DiffHost } from '../../ui/diff/diff-host.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CONFLICT_TEXT as TEXT } from './conflict-text.ts';

/** Shown above a file that the agent or a program changed while the user was typing. Both versions are kept until the user chooses one. */
export function ConflictBar({ file }: { file: OpenFile }) {
  const actions = useActions('files');
  const [isCompared, setIsCompared] = useState(false);
  const settle = (keep: 'mine' | 'theirs' | 'both') => void actions.settleConflict(file.path, keep);
  return (
    <section aria-label={TEXT.label()} className="shrink-0 line-b-1 bg-surface-1">
      <div className="flex flex-wrap items-center gap-x-8px gap-y-6px min-h-32px py-4px px-12px text-12px">
        <Icon name="i-lucide-git-merge" className="c-yellow" />
        <span className="flex-1 min-w-200px">
          <strong className="font-medium">{TEXT.changed()}</strong> {TEXT.unsaved()}
        </span>
        <Button size={24} aria-expanded={isCompared} onClick={() => setIsCompared(!isCompared)}>
          {isCompared ? TEXT.edit() : TEXT.compare()}
        </Button>
        <Button size={24} onClick={() => settle('theirs')}>
          {TEXT.theirs()}
        </Button>
        <Button size={24} onClick={() => settle('mine')}>
          {TEXT.mine()}
        </Button>
        <Button size={24} variant="ink" onClick={() => settle('both')}>
          {TEXT.both()}
        </Button>
      </div>
      {isCompared && <Comparison file={file} />}
    </section>
  );
}

function Comparison({ file: { path, savedText, text } }: { file: OpenFile }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const view = createDiffView(host.current, { path, before: savedText, after: text });
    return () => view.destroy();
  }, [path, savedText, text]);
  return (
    <section aria-label={TEXT.difference()} className="flex h-300px max-h-40vh overflow-hidden line-t-1">
      <DiffHost ref={host} layout="unified" />
    </section>
  );
}
