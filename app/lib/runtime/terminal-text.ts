import { screenText } from './terminal-screen.ts';

// CSI, OSC (ended by BEL or ST), the string escapes, and single-character escapes.
const ESCAPE_CODES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g;
/** Matches anything but printable characters and line ends. */
const IS_DRAWN = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** The printed text without colours, titles and cursor moves. */
export function withoutEscapeCodes(output: string): string {
  return output.replace(ESCAPE_CODES, '');
}

/**
 * Returns the plain text that a terminal shows at the end: without escape codes, and with only the last state of overwritten or cleared
 * text.
 */
export function stripEscapeCodes(output: string): string {
  return IS_DRAWN.test(output) ? screenText(output).text : output;
}
