import type { ISearchDecorationOptions } from '@xterm/addon-search';
import type { ITheme } from '@xterm/xterm';

type Token = (name: string) => string;

function tokensOf(element: HTMLElement): Token {
  const style = getComputedStyle(element);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

/** Returns the terminal's colours, from the current theme's tokens. */
export function terminalTheme(element: HTMLElement): ITheme {
  const token = tokensOf(element);
  return {
    background: token('well'),
    foreground: token('code-text'),
    cursor: token('text-1'),
    cursorAccent: token('well'),
    selectionBackground: token('active'),
    black: token('text-3'),
    red: token('red'),
    green: token('green'),
    yellow: token('yellow'),
    blue: token('code-keyword'),
    magenta: token('code-const'),
    cyan: token('code-type'),
    white: token('text-2'),
    brightBlack: token('text-3'),
    brightRed: token('red'),
    brightGreen: token('green'),
    brightYellow: token('yellow'),
    brightBlue: token('code-keyword'),
    brightMagenta: token('code-const'),
    brightCyan: token('code-type'),
    brightWhite: token('text-1'),
  };
}

/** Colours of search matches. They must be opaque: the terminal does not accept transparency here. */
export function matchColours(element: HTMLElement): ISearchDecorationOptions {
  const token = tokensOf(element);
  const yellow = token('yellow');
  const ground = token('well');
  return {
    matchBackground: mixed(ground, yellow, 0.2),
    matchOverviewRuler: yellow,
    activeMatchBackground: mixed(ground, yellow, 0.4),
    activeMatchBorder: yellow,
    activeMatchColorOverviewRuler: yellow,
  };
}

/** Mixes two `#rrggbb` colours; returns the second if one has another format. */
function mixed(below: string, above: string, share: number): string {
  const [from, to] = [below, above].map((colour) => /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)?.slice(1));
  if (!from || !to) return above;
  const parts = from.map((part, index) => {
    const [start, end] = [part, to[index] ?? part].map((digits) => Number.parseInt(digits, 16)) as [number, number];
    return Math.round(start + (end - start) * share);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
