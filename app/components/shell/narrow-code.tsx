import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $activeTab } from '../../lib/stores/files.ts';
import { Button } from '../ui/button.tsx';
import { EditorArea, FileTree } from './workbench/workbench-areas.tsx';

/** There is no room for the tree beside the editor: one or the other; a file that is opened shows itself. */
export function NarrowCode() {
  const active = useStore($activeTab);
  const [showsTree, setShowsTree] = useState(active === null);
  useEffect(() => setShowsTree(active === null), [active]);
  return (
    <div className="flex flex-col h-full min-h-0">
      <div className="flex items-center shrink-0 py-4px px-12px line-b-1">
        <Button size={24} icon={showsTree ? 'i-lucide-file-code' : 'i-lucide-folder'} onClick={() => setShowsTree(!showsTree)}>
          {showsTree ? 'Show the editor' : 'Show the files'}
        </Button>
      </div>
      <div className="flex-1 min-h-0 min-w-0">{showsTree ? <FileTree /> : <EditorArea />}</div>
    </div>
  );
}
