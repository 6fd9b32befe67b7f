/** Types a key that was pressed before the field that it was meant for, and that has the focus now. */
export function typeEarly(key: string): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return;
  const { selectionStart, selectionEnd } = field;
  const end = selectionEnd ?? field.value.length;
  const start = selectionStart ?? end;
  if (key.length === 1) field.setRangeText(key, start, end, 'end');
  else if (key === 'Backspace') field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end');
  else {
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    return;
  }
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
