export type DialogKind = 'alert' | 'confirm' | 'prompt' | 'print';

interface DialogCard {
  kind: DialogKind;
  /** The text of the dialog. */
  text: string;
  /** The number of unread cards that this one replaces. */
  earlier: number;
}

const LONGEST_TEXT = 2_000;

const ADVICE: Readonly<Record<DialogKind, string>> = {
  alert: '',
  confirm: 'Answered with Cancel: a page cannot wait for an answer in the Preview. Open it in a new tab to be asked.',
  prompt: 'Answered with nothing: a page cannot wait for an answer in the Preview. Open it in a new tab to be asked.',
  print: 'Open it in a new tab to print it.',
};

const TITLE: Readonly<Record<DialogKind, string>> = {
  alert: 'This page says',
  confirm: 'This page asks',
  prompt: 'This page asks',
  print: 'This page wants to print',
};

let remove = () => {};

/** Shows a card at the top of the page, replacing the previous one, so that thirty in a row remain a single card. */
export function showDialogCard(document: Document, { kind, text, earlier }: DialogCard, onClose: () => void): void {
  remove();
  const host = document.createElement('devonz-dialog');
  // Uses properties instead of style sheets, which the page's own policy may forbid.
  host.style.cssText =
    'all:initial;position:fixed;z-index:2147483647;top:12px;left:0;right:0;display:flex;justify-content:center;pointer-events:none';
  const card = document.createElement('div');
  card.setAttribute('role', 'alert');
  card.style.cssText =
    'pointer-events:auto;box-sizing:border-box;width:min(440px,calc(100% - 24px));max-height:60vh;overflow:auto;padding:14px 16px;border:1px solid #37332e;border-radius:8px;background:#201e1b;color:#f3efe8;font:400 13px/20px system-ui,sans-serif;box-shadow:0 8px 24px #0006;overflow-wrap:anywhere;white-space:pre-wrap';
  const line = (content: string, style: string) => {
    const element = document.createElement('p');
    element.textContent = content;
    element.style.cssText = `margin:0 0 8px;${style}`;
    card.appendChild(element);
  };
  line(earlier > 0 ? `${TITLE[kind]} (and ${earlier} more before it)` : TITLE[kind], 'font-weight:600');
  if (text !== '') line(text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text, '');
  if (ADVICE[kind] !== '') line(ADVICE[kind], 'color:#bcb5aa');
  const button = document.createElement('button');
  button.textContent = 'OK';
  button.style.cssText =
    'display:block;margin-left:auto;min-width:64px;height:28px;padding:0 12px;border:1px solid #37332e;border-radius:6px;background:#f3efe8;color:#161513;font:500 13px/20px system-ui,sans-serif;cursor:pointer';
  button.addEventListener('click', () => {
    remove();
    onClose();
  });
  card.appendChild(button);
  host.attachShadow({ mode: 'open' }).appendChild(card);
  // The script runs before there is a body.
  document.documentElement.appendChild(host);
  remove = () => host.remove();
}
