import { type DialogKind, showDialogCard } from './dialog-card.ts';

/**
 * Replaces `alert` and similar dialogs, which would block the whole tab, including the IDE, as often as a page wishes, and
 * which the Preview's frame forbids. Their text is shown as a card in the page. In its own tab, a page keeps the browser's
 * dialogs.
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
