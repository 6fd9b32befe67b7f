import type { IParser } from '@xterm/xterm';

/**
 * Control sequences by prefix, intermediates and final character that the terminal would answer (device attributes, status, modes, version,
 * window).
 */
const CSI = [
  { final: 'c' },
  { prefix: '>', final: 'c' },
  { prefix: '=', final: 'c' },
  { final: 'n' },
  { prefix: '?', final: 'n' },
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
  { prefix: '>', final: 'q' },
  { prefix: '?', final: 'u' },
  { final: 't' },
  { final: 'x' },
] as const;
/** Queries for settings and terminfo. */
const DCS = [
  { intermediates: '$', final: 'q' },
  { intermediates: '+', final: 'q' },
] as const;
/** Queries for colours: palette, text, background and cursor. */
const OSC = [4, 10, 11, 12] as const;

/**
 * Suppresses all replies. A terminal answers queries in a program's output with input, as if the user had typed it; if the program has
 * ended before that, the next program gets the reply, and the shell's line begins with it. The same queries would be answered again
 * whenever the scrollback is rendered again. Programs treat a terminal that does not answer as a basic one.
 */
export function silenceReplies(parser: IParser): void {
  for (const id of CSI) parser.registerCsiHandler(id, () => true);
  for (const id of DCS) parser.registerDcsHandler(id, () => true);
  for (const id of OSC) parser.registerOscHandler(id, (data) => data.split(';').includes('?'));
  parser.registerEscHandler({ final: 'Z' }, () => true);
}
