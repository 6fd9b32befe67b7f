/** Set on the document's element when the page itself handles drops (`hooks/use-file-drop.ts`). */
export const TAKES_DROPS = 'takesDrops';

/**
 * Runs in the document's head. Until the page handles drops, the browser would open a dropped file instead of the page. The drop is
 * rejected, as the pointer shows, because the file could not be kept until the code has loaded.
 */
export const EARLY_DROP_SCRIPT = `(function () {
  function refuse(event) {
    var data = event.dataTransfer;
    if (event.defaultPrevented || data === null || document.documentElement.dataset.${TAKES_DROPS} !== undefined) return;
    if (!data.types.includes('Files') && !data.types.includes('text/uri-list')) return;
    event.preventDefault();
    data.dropEffect = 'none';
  }
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
})();`;
