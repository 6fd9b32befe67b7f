import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $activeTab, $filePlace, $revealedPath } from '../../lib/stores/files.ts';
import { $isProjectFindShown } from '../../lib/stores/workbench.ts';
import { Button } from '../ui/button.tsx';
import { EditorArea, FileTree } from './workbench/workbench-areas.tsx';

/** Shows either the tree or the editor, for which there is no room side by side. Opening a file switches to the editor. */
export function NarrowCode() {
  const active = useStore($activeTab);
  const [showsTree, setShowsTree] = useState(active === null);
  useEffect(() => setShowsTree(active === null), [active]);
  // Also if the file to show is already the active one.
  useEffect(() => $filePlace.listen((place) => place !== null && setShowsTree(false)), []);
  useEffect(() => $revealedPath.listen((path) => path !== null && setShowsTree(true)), []);
  const isFindShown = useStore($isProjectFindShown);
  useEffect(() => {
    if (isFindShown) setShowsTree(false);
  }, [isFindShown]);
  const toggle = () => {
    // Otherwise the search results would cover the file that is opened next.
    $isProjectFindShown.set(false);
    setShowsTree(!showsTree);
  };
  return (
    <div className="flex flex-col h-full min-h-0">
      <div className="flex items-center shrink-0 py-4px px-12px line-b-1">
        <Button
          size={24}
          icon={showsTree ? 'i-lucide-file-code' : 'i-lucide-folder'}
          data-command={showsTree ? 'go-to-editor' : 'go-to-files'}
          onClick={toggle}
        >
          {showsTree ? t('Show the editor') : t('Show the files')}
        </Button>
      </div>
      <div className="flex-1 min-h-0 min-w-0">{showsTree ? <FileTree /> : <EditorArea />}</div>
    </div>
  );
}
