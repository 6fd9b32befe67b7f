/** What a terminal gives a meaning: all controls but the tab and the line break. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/**
 * The text as it may go to a program. An end-of-paste within what is pasted (`ESC [ 201 ~`) would make its rest look typed, and what
 * was copied from a page need not be what was seen there.
 */
export function pastedText(text: string): string {
  return text.replace(CONTROLS, '');
}
