import type { IParser } from '@xterm/xterm';

/** By prefix, intermediates and final, as far as the terminal would answer them (device attributes, status, modes, version, window). */
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
/** Settings and terminfo by name. */
const DCS = [
  { intermediates: '$', final: 'q' },
  { intermediates: '+', final: 'q' },
] as const;
/** Colours: of the palette, of text, background and cursor. */
const OSC = [4, 10, 11, 12] as const;

/**
 * A terminal answers questions in what a program prints by typing, as if the user did; when the program has ended before that, it is
 * the next program that is typed to, and the shell's line begins with an answer. The same questions would be answered again each time
 * the past is drawn again. So none is: programs take a terminal without answers for a plain one. Nothing that a program prints is typed.
 */
export function silenceReplies(parser: IParser): void {
  for (const id of CSI) parser.registerCsiHandler(id, () => true);
  for (const id of DCS) parser.registerDcsHandler(id, () => true);
  for (const id of OSC) parser.registerOscHandler(id, (data) => data.split(';').includes('?'));
  parser.registerEscHandler({ final: 'Z' }, () => true);
}
