import { useEffect, useRef } from 'react';
import { createDiffView } from '../../../lib/editor/create-diff-view.ts';
import { t } from '../../../lib/i18n/t.ts';
import { $folderConflict, type ShownFolderConflict } from '../../../lib/stores/local-folder.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictChoice } from './conflict-list.tsx';
import { conflictText } from './local-folder-text.ts';

/** Both versions of a file in conflict, line by line, with the choice between them. */
export function ConflictView({ shown }: { shown: ShownFolderConflict }) {
  const { conflict, project, disk, isBinary } = shown;
  return (
    <>
      <p className="c-text-2">{conflictText(conflict)}.</p>
      {isBinary ? (
        <p className="c-text-2">
          {t('It is no text: the versions cannot be shown beside each other. Open it on the disk and here to compare them.')}
        </p>
      ) : (
        <>
          <p className="text-sm c-text-3">
            <span className="folder-sign" data-sign="-">
              {t('− only on the disk')}
            </span>{' '}
            <span className="folder-sign" data-sign="+">
              {t('+ only here')}
            </span>
          </p>
          <Lines path={conflict.path} before={disk ?? ''} after={project ?? ''} />
        </>
      )}
      <div className="card-actions">
        <ConflictChoice conflict={conflict} />
        <Button size={24} variant="ghost" onClick={() => $folderConflict.set(null)}>
          {t('Back')}
        </Button>
      </div>
    </>
  );
}

function Lines({ path, before, after }: { path: string; before: string; after: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const view = createDiffView(host.current, { path, before, after });
    return () => view.destroy();
  }, [path, before, after]);
  return <div ref={host} className="folder-diff" />;
}
