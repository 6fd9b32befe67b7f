import { useEffect } from 'react';

/**
 * A file or a link that is dropped on the page must not replace it: the browser would open it in this very tab, and what runs in the
 * engine would be gone. Text dropped into a field is the field's own affair.
 */
export function useNoDrop(): void {
  useEffect(() => {
    function onDrag(event: DragEvent) {
      const brings = event.dataTransfer?.types ?? [];
      const isText = !brings.includes('Files') && !brings.includes('text/uri-list');
      if (event.defaultPrevented || isText) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    }
    window.addEventListener('dragover', onDrag);
    window.addEventListener('drop', onDrag);
    return () => {
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('drop', onDrag);
    };
  }, []);
}
