import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $activeTab, $filePlace, $revealedPath } from '../../lib/stores/files.ts';
import { $isProjectFindShown } from '../../lib/stores/workbench.ts';
import { Button } from '../ui/button.tsx';
import { EditorArea, FileTree } from './workbench/workbench-areas.tsx';

/** There is no room for the tree beside the editor: one or the other; a file that is opened shows itself. */
export function NarrowCode() {
  const active = useStore($activeTab);
  const [showsTree, setShowsTree] = useState(active === null);
  useEffect(() => setShowsTree(active === null), [active]);
  // Also when the file that is shown there next is the active one already.
  useEffect(() => $filePlace.listen((place) => place !== null && setShowsTree(false)), []);
  useEffect(() => $revealedPath.listen((path) => path !== null && setShowsTree(true)), []);
  const isFindShown = useStore($isProjectFindShown);
  useEffect(() => {
    if (isFindShown) setShowsTree(false);
  }, [isFindShown]);
  const toggle = () => {
    // Else what was found would cover the file that is opened next.
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
