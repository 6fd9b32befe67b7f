import { useEffect, useState } from 'react';
import { useOverlay } from '../../page/overlay-context.tsx';
import { overlayForDropped } from '../../page/ways-in/import-overlay.ts';
import { TAKES_DROPS } from '../ways-in/early-drop-script.ts';

/**
 * Imports files and folders that are dropped anywhere on the page as a project, unless the drop target handles them (images on the
 * conversation). Prevents the browser from opening a dropped file in this tab, which would end what runs in the engine. Text dropped into a
 * field is left to the field. Returns true while something that can be imported is dragged over the page.
 */
export function useFileDrop(): boolean {
  const { overlay, setOverlay } = useOverlay();
  const [isOver, setIsOver] = useState(false);
  // An open dialog has priority.
  const isFree = overlay.type === 'none' || overlay.type === 'projects';
  useEffect(() => {
    function onDragOver(event: DragEvent) {
      const brings = event.dataTransfer?.types ?? [];
      const isFiles = brings.includes('Files');
      if (event.defaultPrevented || !(isFiles || brings.includes('text/uri-list'))) return setIsOver(false);
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = isFiles && isFree ? 'copy' : 'none';
      setIsOver(isFiles && isFree);
    }
    function onDrop(event: DragEvent) {
      setIsOver(false);
      const brings = event.dataTransfer?.types ?? [];
      const isFiles = brings.includes('Files');
      if (event.defaultPrevented || !(isFiles || brings.includes('text/uri-list'))) return;
      event.preventDefault();
      if (isFiles && isFree && event.dataTransfer !== null) setOverlay(overlayForDropped(event.dataTransfer));
    }
    function onDragLeave(event: DragEvent) {
      if (event.relatedTarget === null) setIsOver(false);
    }
    document.documentElement.dataset[TAKES_DROPS] = '';
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    window.addEventListener('dragleave', onDragLeave);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('dragleave', onDragLeave);
    };
  }, [isFree, setOverlay]);
  return isOver;
}
