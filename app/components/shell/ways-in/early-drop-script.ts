/** On the document's element once the page itself listens to what is dropped on it (`hooks/use-file-drop.ts`). */
export const TAKES_DROPS = 'takesDrops';

/**
 * Runs in the document's head: until the page listens, a file that is dropped on what the server sent would be opened in its place. It is
 * refused, as the pointer shows: what was dropped could not be kept until there is code for it.
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
