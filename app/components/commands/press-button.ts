import { $narrowPane, type WorkbenchTab } from '../../lib/stores/workbench.ts';
import { showTab } from '../page/show-tab.ts';
import { workbenchPanelId } from '../page/workbench-panel-id.ts';

/** Until the code of an area is here and has drawn it. Milliseconds. */
const LONGEST_WAIT = 10_000;

/** The button on the page that does this, if it can be pressed now. */
function buttonOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-command="${id}"]:not(:disabled)`);
}

export function hasButton(id: string): boolean {
  return buttonOf(id) !== null;
}

/** Whether the button is there, or may be once its part of the page, which is drawn when it is first shown, is. */
export function mayHaveButton(part: WorkbenchTab, id: string): boolean {
  return hasButton(id) || document.querySelector(`#${workbenchPanelId(part)} *`) === null;
}

/** Does what the button would: what it does stays where it is drawn. */
export function pressButton(id: string): void {
  buttonOf(id)?.click();
}

/** The same in a part of the page that may have to be shown first, which may have to be loaded for that. */
export function pressButtonIn(part: WorkbenchTab | 'chat', id: string): void {
  whenIn(part, `[data-command="${id}"]:not(:disabled)`, (button) => button.click());
}

/** Opens the menu of a button, by the key for it: a click is not what opens menus. */
export function openMenuIn(part: WorkbenchTab, id: string): void {
  whenIn(part, `[data-command="${id}"]:not(:disabled)`, (button) => {
    button.focus();
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
  });
}

/** Brings the focus there. */
export function focusIn(part: WorkbenchTab | 'chat', selector: string): void {
  whenIn(part, selector, (element) => element.focus());
}

/** Does something with what is there. */
export function whenIn(part: WorkbenchTab | 'chat', selector: string, act: (element: HTMLElement) => void): void {
  if (part === 'chat') $narrowPane.set('chat');
  else showTab(part);
  // After the palette has closed, which gives the focus back to where it was.
  setTimeout(() => whenThere(selector, act));
}

function whenThere(selector: string, act: (element: HTMLElement) => void): void {
  const find = () => [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.closest('[hidden]') === null);
  const found = find();
  if (found !== undefined) {
    act(found);
    return;
  }
  const owner = document.activeElement;
  // Who has gone elsewhere meanwhile stays there.
  const isStillWanted = () => document.activeElement === owner || document.activeElement === document.body;
  const observer = new MutationObserver(() => {
    const element = find();
    if (element === undefined) return;
    stop();
    if (isStillWanted()) act(element);
  });
  const timer = setTimeout(() => stop(), LONGEST_WAIT);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden', 'disabled'] });
}
