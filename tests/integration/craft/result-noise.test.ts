import { describe, expect, test } from 'vitest';
import { noiseBytes, resultNoise } from '../../bench/craft/measure/result-noise.ts';

const CODE = '\u001b[32m';
const END = '\u001b[39m';

describe('noise of a result', () => {
  test('plain text has none', () => {
    expect(noiseBytes(resultNoise('src/a.ts:3: let a = "b\\n";\nsrc/b.ts:4: x\nsrc/b.ts:4: x\n'))).toBe(0);
  });

  test('colours count, and what was drawn over, but no byte of them twice', () => {
    const content = `${CODE}ok${END}\n10 %\r20 %\r100 %\ndone`;
    expect(resultNoise(content)).toMatchObject({
      escapes: CODE.length + END.length,
      redraws: '10 %\r20 %\r'.length,
      repeated: 0,
      quoting: 0,
    });
  });

  test('frames of progress whose cursor movements are gone count but for the last', () => {
    const frame = (tests: number, time: string) =>
      ` Test Files 0 passed (1)\n      Tests ${tests} passed (3)\n   Start at 11:10:08\n   Duration ${time}\n`;
    expect(resultNoise(`RUN\n\n${frame(0, '906ms')}\n${frame(1, '1.98s')}\n${frame(3, '3s')}`).redraws).toBe(
      `${frame(0, '906ms')}${frame(1, '1.98s')}`.length,
    );
  });

  test('of the lines by which a program empties the screen two are left', () => {
    expect(resultNoise(`> vite\n${'\n'.repeat(30)}ready\n\nurl`).redraws).toBe(28);
  });

  test('lines of tests that are alike are no progress', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `ok ${index} should be deeply equivalent\n  ---\n  operator: deepEqual\n`).join(
      '',
    );
    expect(noiseBytes(resultNoise(lines))).toBe(0);
  });

  test('a field that another one repeats counts once, whichever comes first', () => {
    const text = 'first line\nsecond line\n';
    const other = JSON.stringify({ stdout: text, output: `${text}of standard error\n`, exitCode: 0 });
    expect(resultNoise(other)).toMatchObject({ repeated: text.length, bytes: other.length });
  });

  test('backslashes that JSON adds count, those of the text itself do not', () => {
    expect(resultNoise(JSON.stringify({ content: 'a "b"\n\\d\n' })).quoting).toBe(5);
    expect(resultNoise('a "b"\n\\d\n').quoting).toBe(0);
  });
});
