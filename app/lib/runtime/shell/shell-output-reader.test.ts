import { formatTerminalNote, parseTerminalNote, type TerminalNote } from 'devonz-engine-protocol/terminal-note';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ShellOutputReader, type ShellSignal, shellMarkerPrefix } from './shell-output-reader.ts';

const MARKER = 'dz-0123456789abc';
const KEY = 'note-0123456789';
const prefix = shellMarkerPrefix(MARKER);

/** Reads `output`, split at the given positions; adjacent texts are joined. */
function read(output: string, cuts: readonly number[] = [], notesKey: string | null = KEY): ShellSignal[] {
  const reader = new ShellOutputReader(MARKER, notesKey);
  const places = [...new Set(cuts.map((cut) => cut % (output.length + 1)))].sort((a, b) => a - b);
  const chunks = [...places, output.length].map((end, index) => output.slice(places[index - 1] ?? 0, end));
  const signals: ShellSignal[] = [];
  for (const signal of [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()]) {
    const last = signals.at(-1);
    if (signal.type === 'text' && last?.type === 'text') last.text += signal.text;
    else signals.push(signal);
  }
  return signals;
}

const written = (signal: ShellSignal): string => {
  switch (signal.type) {
    case 'text':
      return signal.text;
    case 'begun':
      return `${prefix}!\x07`;
    case 'jobs-left':
      return `${prefix}&\x07`;
    case 'directory':
      return `${prefix}=${signal.directory}\x07`;
    default:
      return formatTerminalNote(KEY, signal);
  }
};

/** Text that often resembles a signal. */
const printed = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        '\x1b',
        '\x07',
        '\r\n',
        '\x1b]',
        '\x1b]654;',
        '\x1b]655;',
        `\x1b]654;${MARKER.slice(0, -1)}`,
        MARKER,
        `printf "\\033]654;${MARKER}=%s\\007"`,
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))
  // A complete prefix would be a signal, which the other test covers.
  .filter((text) => !text.includes(prefix) && !text.includes(`\x1b]655;${KEY};`) && text !== '');

const note: fc.Arbitrary<TerminalNote> = fc.oneof(
  fc.constantFrom<TerminalNote>({ type: 'on' }, { type: 'streams' }),
  fc.constantFrom('line', 'hidden', 'key', 'none').map((state): TerminalNote => ({ type: 'reading', state })),
  fc.integer({ min: 0, max: 65_535 }).map((port): TerminalNote => ({ type: 'port', port })),
);
const signal: fc.Arbitrary<ShellSignal> = fc.oneof(
  note,
  fc.constant<ShellSignal>({ type: 'begun' }),
  fc.constant<ShellSignal>({ type: 'jobs-left' }),
  fc.stringMatching(/^\/[a-zé ]{0,9}$/).map((directory): ShellSignal => ({ type: 'directory', directory })),
);

describe('the reader of a shell’s output', () => {
  test('gives 1 000 commands’ output back unchanged, with the signals in their places, cut at random places', () => {
    const command = fc.array(
      fc.oneof(
        printed.map((text): ShellSignal => ({ type: 'text', text })),
        signal,
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(command, fc.array(fc.nat(), { maxLength: 40 }), (given, cuts) => {
        const output = given.map(written).join('');
        // Excludes adjacent texts that form a signal only together.
        fc.pre(
          output.split(prefix).length + output.split(`\x1b]655;${KEY};`).length - 2 === given.filter(({ type }) => type !== 'text').length,
        );
        const expected: ShellSignal[] = [];
        for (const one of given) {
          const last = expected.at(-1);
          if (one.type === 'text' && last?.type === 'text') expected[expected.length - 1] = { type: 'text', text: last.text + one.text };
          else expected.push(one);
        }
        expect(read(output, cuts)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  test('reads the same however the chunks are cut, also what a command forges', () => {
    const forged = fc
      .array(
        fc.oneof(printed, fc.constantFrom(prefix, `${prefix}=`, `\x1b]655;${KEY};`, 'x'.repeat(70), `=/${'y'.repeat(9_000)}`, '\x07')),
        { maxLength: 8 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(forged, fc.array(fc.nat(), { maxLength: 30 }), (output, cuts) => {
        expect(read(output, cuts)).toEqual(read(output));
      }),
      { numRuns: 500 },
    );
  });

  test('holds nothing back for ever: a marker without its end is printed as what it is not', () => {
    const reader = new ShellOutputReader(MARKER, null);
    expect(reader.push(`a${prefix}=/tmp`)).toEqual([{ type: 'text', text: 'a' }]);
    expect(reader.push('x'.repeat(9_000))).toEqual([{ type: 'text', text: `=/tmp${'x'.repeat(9_000)}` }]);
  });

  test('takes no folder that is none, and no note without a key', () => {
    expect(read(`${prefix}=not/absolute\x07${prefix}=/with\nline\x07${prefix}?\x07`)).toEqual([]);
    expect(read(`\x1b]655;${KEY};read=maybe\x07\x1b]655;${KEY};port=99999999\x07`)).toEqual([]);
    const text = formatTerminalNote(KEY, { type: 'on' });
    expect(read(text, [], null)).toEqual([{ type: 'text', text }]);
    expect(['', 'on=1', 'port=', 'port=x', 'read'].map(parseTerminalNote)).toEqual([null, null, null, null, null]);
  });
});
