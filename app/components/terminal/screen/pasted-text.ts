/** Characters with a meaning for terminals: all controls except tab and line breaks. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/**
 * Removes controls before a text is pasted to a program. An end-of-paste sequence in it (`ESC [ 201 ~`) would make the rest look typed, and
 * copied text may differ from what was visible.
 */
export function pastedText(text: string): string {
  return text.replace(CONTROLS, '');
}
