import { type DialogKind, showDialogCard } from './dialog-card.ts';

/**
 * `alert` and its like stop the whole tab, the IDE's page too, as often as a page wishes; the Preview's frame allows none. What they
 * would have said is shown as a card in the page. A tab of its own keeps the browser's.
 */
export function replaceDialogs(page: Window & typeof globalThis): void {
  if (page.top === page) return;
  let shown = 0;
  const show = (kind: DialogKind, text: unknown = '') => {
    shown += 1;
    showDialogCard(page.document, { kind, text: String(text), earlier: shown - 1 }, () => {
      shown = 0;
    });
  };
  page.alert = (text?: unknown) => show('alert', text);
  page.confirm = (text?: unknown) => {
    show('confirm', text);
    return false;
  };
  page.prompt = (text?: unknown) => {
    show('prompt', text);
    return null;
  };
  page.print = () => show('print');
}
