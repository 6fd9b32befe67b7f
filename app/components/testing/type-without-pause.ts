import { onTestFinished, vi } from 'vitest';

/**
 * Types into the field and presses keys like a browser that has queued them while its page was busy: only microtasks run between them. From
 * here to the end of the test, React renders outside of `act`.
 */
export async function typeWithoutPause(field: HTMLInputElement, ...inputs: readonly ({ text: string } | { key: string })[]): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  onTestFinished(() => void vi.unstubAllGlobals());
  // React overrides the element's value setter, which would hide the change from React.
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const input of inputs) {
    if ('text' in input) {
      setValue?.call(field, input.text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    } else field.dispatchEvent(new KeyboardEvent('keydown', { key: input.key, bubbles: true, cancelable: true }));
    await null;
  }
}
