// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { costOf } from '../../../tests/setup/cost-of.ts';
import { screenText, TERMINAL_SIZE } from './terminal-screen.ts';
import { stripEscapeCodes } from './terminal-text.ts';

const LENGTH = 300_000;
/** Limit, as a multiple of `costOf`; quadratic work would be thousands. */
const SOON = 200;

/** Returns the text that a real terminal shows, including the lines that have scrolled out. */
async function shownByXterm(output: string): Promise<string> {
  const terminal = new Terminal({ cols: TERMINAL_SIZE.columns, rows: TERMINAL_SIZE.rows, scrollback: 10_000, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  const { active } = terminal.buffer;
  let text = '';
  for (let at = 0; at < active.length; at++) {
    const line = active.getLine(at);
    text += `${at > 0 && line?.isWrapped !== true ? '\n' : ''}${line?.translateToString(active.getLine(at + 1)?.isWrapped !== true) ?? ''}`;
  }
  terminal.dispose();
  return plain(text);
}

/** Trailing spaces look like cells that were never written. */
function plain(text: string): string {
  return text.replace(/ +$/gm, '').replace(/\n+$/, '');
}

const word = fc.string({ unit: fc.constantFrom(...'abcdefgh .'), minLength: 1, maxLength: 150 });
const number = fc.integer({ min: 0, max: 40 }).map(String);
const move = fc.tuple(number, fc.constantFrom(...'ABCDEFGd')).map(([count, final]) => `\u001b[${count}${final}`);
const place = fc.tuple(number, number).map(([row, column]) => `\u001b[${row};${column}H`);
// Without 1J, which xterm 6.0.0 handles wrongly in the last cell of the screen.
const erase = fc.constantFrom('K', '0K', '1K', '2K', 'J', '0J', '2J').map((code) => `\u001b[${code}`);
const characters = fc.tuple(number, fc.constantFrom('P', 'X')).map(([count, final]) => `\u001b[${count}${final}`);
const simple = fc.constantFrom(
  'w'.repeat(TERMINAL_SIZE.columns),
  '\r\n',
  '\r\n',
  '\r',
  '\b',
  '\u001b[32m',
  '\u001b[0m',
  '\u001b]0;title\u0007',
);

describe('screenText', () => {
  it('shows what a terminal does, whatever was overwritten, moved over or cleared', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(word, simple, move, place, erase, characters), { maxLength: 60 }), async (pieces) => {
        // Moves between lines, so that the width is a terminal's.
        const output = `\u001b[A${pieces.join('')}`;
        expect(plain(screenText(output).text)).toBe(await shownByXterm(output));
      }),
      { numRuns: 150 },
    );
  });

  it('leaves text as it is that draws nothing, but for the carriage returns of line ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aé€😀 \t\n\u001b[31m'), maxLength: 400 }), (text) => {
        const given = text.replaceAll('\u001b[31m', '').replaceAll('\u001b', '');
        expect(screenText(given.replaceAll('\n', '\r\n')).text).toBe(given);
      }),
    );
  });

  it('collapses progress that was drawn again, by lines and by blocks', () => {
    const frames = Array.from({ length: 50 }, (_, at) => `\u001b[2K\u001b[1A\u001b[2K\u001b[G${at}% done\r\nfile-${at}.ts`).join('');
    expect(stripEscapeCodes(`start\r\n\r\n${frames}\r\nend\r\n`)).toBe('start\n49% done\nfile-49.ts\nend\n');
    expect(stripEscapeCodes('10%\r50%\r100%\r\n')).toBe('100%\n');
    expect(stripEscapeCodes('old\r\n\u001b[2J\u001b[3J\u001b[Hnew\r\n')).toBe('new\n');
    expect(stripEscapeCodes('gone\r\ngone too\r\n\u001b[1Jnew\r\n')).toBe('\n\nnew\n');
    expect(stripEscapeCodes('before\r\n\u001b[?1049h\u001b[Hwhole screen\u001b[?1049lafter\r\n')).toBe('before\nafter\n');
  });

  it('keeps a long line whole that nothing moves over', () => {
    expect(stripEscapeCodes(`${'x'.repeat(500)}\r${'y'.repeat(3)}\r\n`)).toBe(`yyy${'x'.repeat(497)}\n`);
  });

  it('knows the stream of each character that is left', () => {
    const { text, errorParts } = screenText('out\r\n50%\r100%\r\nout\u001b[1A\rE', [
      { from: 5, to: 14 },
      { from: 21, to: 23 },
    ]);
    expect(text).toBe('out\nE00%\nout');
    expect(errorParts.map(({ from, to }) => text.slice(from, to)).join('')).toContain('00%');
    expect(errorParts.every(({ from, to }) => from < to && to <= text.length)).toBe(true);
  });
});

test.each([
  ['lines drawn again', `${'x'.repeat(LENGTH / 2)}${'\ry'.repeat(LENGTH / 4)}`],
  ['far columns', '\u001b[99999999Cx'.repeat(LENGTH / 12)],
  ['far rows', '\u001b[99999999Bx\u001b[99999999A'.repeat(LENGTH / 25)],
  ['cleared screens', '\n\u001b[2J\u001b[3J'.repeat(LENGTH / 9)],
  ['half an escape sequence', '\u001b['.repeat(LENGTH / 2)],
  ['a title without end', `\u001b]${'0'.repeat(LENGTH)}`],
  ['parameters without end', `\u001b[${'0'.repeat(LENGTH)}`],
])('%s do not hang the page', (_what, output) => {
  expect(costOf(() => screenText(output))).toBeLessThan(SOON);
});
