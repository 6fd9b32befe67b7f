// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { silenceReplies } from './silence-replies.ts';

/** Returns what the terminal sends by itself while it renders the text. */
async function typedWhile(text: string): Promise<string> {
  const screen = new Terminal({ allowProposedApi: true });
  silenceReplies(screen.parser);
  let typed = '';
  screen.onData((data) => {
    typed += data;
  });
  screen.onBinary((data) => {
    typed += data;
  });
  await new Promise<void>((resolve) => screen.write(text, resolve));
  screen.dispose();
  return typed;
}

const QUESTIONS = [
  '\x1b[c',
  '\x1b[>c',
  '\x1b[=c',
  '\x1b[5n',
  '\x1b[6n',
  '\x1b[?6n',
  '\x1b[?996n',
  '\x1bZ',
  '\x1b[4$p',
  '\x1b[?2004$p',
  '\x1b[>q',
];
const NAMED = [
  '\x1bP$q"p\x1b\\',
  '\x1bP$qm\x1b\\',
  '\x1bP+q544e\x1b\\',
  '\x1b]4;1;?\x07',
  '\x1b]10;?\x07',
  '\x1b]11;?;?\x1b\\',
  '\x1b]52;c;?\x07',
];
const WINDOW = ['\x1b[14t', '\x1b[18t', '\x1b[20t', '\x1b[21t', '\x1b[x', '\x05', '\x1b[?u'];

test.each([...QUESTIONS, ...NAMED, ...WINDOW])('the question %j is not answered', async (question) => {
  expect(await typedWhile(question)).toBe('');
});

test('whatever sequences a program prints, the terminal types nothing', async () => {
  const digits = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 3 }).map((numbers) => numbers.join(';'));
  const csi = fc
    .tuple(
      fc.constantFrom('', '?', '>', '=', '!'),
      digits,
      fc.constantFrom('', '$', "'", '"', ' ', '*'),
      fc.integer({ min: 0x40, max: 0x7e }),
    )
    .map(([prefix, numbers, between, final]) => `\x1b[${prefix}${numbers}${between}${String.fromCharCode(final)}`);
  const osc = fc
    .tuple(fc.integer({ min: 0, max: 200 }), fc.constantFrom('?', 'c;?', '1;?', 'evil', ''))
    .map(([number, text]) => `\x1b]${number};${text}\x07`);
  const dcs = fc
    .tuple(fc.constantFrom('$q', '+q', '+p', ''), fc.string({ maxLength: 6 }))
    .map(([kind, text]) => `\x1bP${kind}${text}\x1b\\`);
  const plainEscape = fc.integer({ min: 0x30, max: 0x7e }).map((final) => `\x1b${String.fromCharCode(final)}`);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(csi, osc, dcs, plainEscape, fc.string({ maxLength: 4 })), { maxLength: 30 }), async (parts) => {
      expect(await typedWhile(parts.join(''))).toBe('');
    }),
    { numRuns: 300 },
  );
});
