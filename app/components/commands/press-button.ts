import { $narrowPane, type WorkbenchTab } from '../../lib/stores/workbench.ts';
import { showTab } from '../page/show-tab.ts';
import { workbenchPanelId } from '../page/workbench-panel-id.ts';

/** Milliseconds to wait until an area's code has loaded and rendered. */
const LONGEST_WAIT = 10_000;

/** Returns the command's button if it can be pressed now. */
function buttonOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-command="${id}"]:not(:disabled)`);
}

export function hasButton(id: string): boolean {
  return buttonOf(id) !== null;
}

/** Whether the button exists, or may exist once its part of the page has been shown for the first time. */
export function mayHaveButton(part: WorkbenchTab, id: string): boolean {
  return hasButton(id) || document.querySelector(`#${workbenchPanelId(part)} *`) === null;
}

/** Presses the command's button, so that the implementation stays in its component. */
export function pressButton(id: string): void {
  buttonOf(id)?.click();
}

/** Like `pressButton`, in a part of the page that is shown, and loaded if necessary, first. */
export function pressButtonIn(part: WorkbenchTab | 'chat', id: string): void {
  whenIn(part, `[data-command="${id}"]:not(:disabled)`, (button) => button.click());
}

/** Opens a button's menu with a key event, because menus do not open on click events. */
export function openMenuIn(part: WorkbenchTab, id: string): void {
  whenIn(part, `[data-command="${id}"]:not(:disabled)`, (button) => {
    button.focus();
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
  });
}

/** Focuses an element in a part of the page. */
export function focusIn(part: WorkbenchTab | 'chat', selector: string): void {
  whenIn(part, selector, (element) => element.focus());
}

/** Shows a part of the page, and calls back with the element once it exists. */
export function whenIn(part: WorkbenchTab | 'chat', selector: string, act: (element: HTMLElement) => void): void {
  if (part === 'chat') $narrowPane.set('chat');
  else showTab(part);
  // After the palette has closed and returned the focus.
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
  // Does nothing if the user has moved the focus elsewhere meanwhile.
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
