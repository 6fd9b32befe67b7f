/** Dispatched on the window right before hydration begins: from then on React itself receives presses, and hydrates at once for one. */
export const HYDRATION_BEGINS = 'devonz:hydration-begins';
/** Dispatched on the window by a page whose controls work and whose fields have adopted what was typed (`use-early-press.ts`). */
export const TAKES_PRESS = 'devonz:takes-press';

/**
 * Runs in the document's head. Keeps the user's last press on a button, or the Enter that sends a text, until the page can carry it out;
 * anything that the user presses or types after it takes its place. Only an element that the server has written can be kept, and only
 * itself is pressed again, so no question that appears later is ever answered by it. A file dialog opens only within some seconds of the
 * user's own press; the focus shows where it was.
 */
export const EARLY_PRESS_SCRIPT = `(function () {
  var isEarly = true;
  var kept = null;
  addEventListener('click', function (event) {
    if (!event.isTrusted) return;
    kept = isEarly ? event.target.closest('button:not(:disabled)') : null;
    // The browser would send the form and load the page again, without the text.
    if (kept !== null && kept.type === 'submit') event.preventDefault();
  }, true);
  addEventListener('keydown', function (event) {
    if (!isEarly || !event.isTrusted || event.key !== 'Enter' || event.isComposing) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || !event.target.matches('form textarea')) return;
    kept = event.target;
    event.preventDefault();
  }, true);
  addEventListener('input', function () { kept = null; }, true);
  addEventListener('${HYDRATION_BEGINS}', function () { isEarly = false; });
  addEventListener('${TAKES_PRESS}', function () {
    var control = kept;
    kept = null;
    if (control === null || !control.isConnected || control.matches(':disabled, [aria-disabled=true]')) return;
    if (control.checkVisibility && !control.checkVisibility({ visibilityProperty: true })) return;
    control.focus({ preventScroll: true });
    if (control.type !== 'textarea') control.click();
    else control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
})();`;
