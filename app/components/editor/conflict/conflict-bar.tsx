import { useEffect, useRef, useState } from 'react';
import { createDiffView } from '../../../lib/editor/create-diff-view.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { OpenFile } from '../../../lib/stores/files.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DiffHost } from '../../ui/diff/diff-host.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Shown above a file that the agent or a program changed while the user was typing. Both versions are kept until the user chooses one. */
export function ConflictBar({ file }: { file: OpenFile }) {
  const actions = useActions('files');
  const [isCompared, setIsCompared] = useState(false);
  const settle = (keep: 'mine' | 'theirs' | 'both') => void actions.settleConflict(file.path, keep);
  return (
    <section aria-label={t('Two versions')} className="shrink-0 line-b-1 bg-surface-1">
      <div className="flex flex-wrap items-center gap-x-8px gap-y-6px min-h-32px py-4px px-12px text-12px">
        <Icon name="i-lucide-git-merge" className="c-yellow" />
        <span className="flex-1 min-w-200px">
          <strong className="font-medium">{t('This file was changed while you were typing.')}</strong> {t('Your text is not saved yet.')}
        </span>
        <Button size={24} aria-expanded={isCompared} onClick={() => setIsCompared(!isCompared)}>
          {isCompared ? t('Back to the text') : t('Compare')}
        </Button>
        <Button size={24} onClick={() => settle('theirs')}>
          {t('Take theirs')}
        </Button>
        <Button size={24} onClick={() => settle('mine')}>
          {t('Keep mine')}
        </Button>
        <Button size={24} variant="ink" onClick={() => settle('both')}>
          {t('Take both')}
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
    <section aria-label={t('From their text to yours')} className="flex h-300px max-h-40vh overflow-hidden line-t-1">
      <DiffHost ref={host} layout="unified" />
    </section>
  );
}
