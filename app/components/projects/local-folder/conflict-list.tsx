import { t } from '../../../lib/i18n/t.ts';
import type { FolderConflict } from '../../../lib/stores/local-folder.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { PathLabel } from '../../ui/path-label.tsx';
import { visibleName } from '../../ui/text/visible-name.ts';
import { conflictText } from './local-folder-text.ts';

/** Files that were changed on both sides. */
export function ConflictList({ conflicts }: { conflicts: readonly FolderConflict[] }) {
  const actions = useActions('projects');
  return (
    <section className="folder-question" aria-label={t('Conflicts')}>
      <p>
        <span className="font-500">{t('Changed on both sides since they were last equal.')}</span>{' '}
        <span className="c-text-2">
          {t('Neither version is overwritten until you choose. The one that gives way stays in the project’s history.')}
        </span>
      </p>
      <ul aria-label={t('Files in conflict')}>
        {conflicts.map((conflict) => (
          <ConflictRow key={conflict.path} conflict={conflict} />
        ))}
      </ul>
      {conflicts.length > 1 && (
        <div className="flex flex-wrap gap-8px">
          <Button size={24} onClick={() => void actions.keepVersions(conflicts, 'project')}>
            {t('Keep all of mine')}
          </Button>
          <Button size={24} onClick={() => void actions.keepVersions(conflicts, 'disk')}>
            {t('Take all of the disk’s')}
          </Button>
        </div>
      )}
    </section>
  );
}

function ConflictRow({ conflict }: { conflict: FolderConflict }) {
  const actions = useActions('projects');
  const name = visibleName(conflict.path);
  return (
    <li className="folder-conflict">
      <span className="min-w-0 flex-1">
        <PathLabel path={conflict.path} />
        <span className="block c-text-3 text-sm">{conflictText(conflict)}</span>
      </span>
      <span className="flex flex-wrap gap-4px">
        <Button
          size={24}
          aria-label={t('Show both versions of {name}', { name })}
          onClick={() => void actions.showFolderConflict(conflict)}
        >
          {t('Show')}
        </Button>
        <ConflictChoice conflict={conflict} />
      </span>
    </li>
  );
}

/** Chooses one of the two versions. */
export function ConflictChoice({ conflict }: { conflict: FolderConflict }) {
  const actions = useActions('projects');
  const name = visibleName(conflict.path);
  return (
    <>
      <Button size={24} aria-label={t('Keep mine: {name}', { name })} onClick={() => void actions.keepVersions([conflict], 'project')}>
        {t('Keep mine')}
      </Button>
      <Button size={24} aria-label={t('Take the disk’s: {name}', { name })} onClick={() => void actions.keepVersions([conflict], 'disk')}>
        {t('Take the disk’s')}
      </Button>
    </>
  );
}
