import { onTestFinished, vi } from 'vitest';

/**
 * Types into the field and presses keys, as a browser does that has kept them while its page was busy: only microtasks run between them.
 * From here to the end of the test React draws in its own steps.
 */
export async function typeWithoutPause(field: HTMLInputElement, ...inputs: readonly ({ text: string } | { key: string })[]): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  onTestFinished(() => void vi.unstubAllGlobals());
  // React has put a setter of its own on the element, which would hide the change from it.
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const input of inputs) {
    if ('text' in input) {
      setValue?.call(field, input.text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    } else field.dispatchEvent(new KeyboardEvent('keydown', { key: input.key, bubbles: true, cancelable: true }));
    await null;
  }
}
