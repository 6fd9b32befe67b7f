import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptOutput } from '../../runtime/shell/kept-output.ts';
import { shownStreams, splitStreams, streamFields } from './output-streams.ts';

type Write = readonly ['stdout' | 'stderr', string];

/** Stores writes as the agent's shell does and returns what is shown. */
function shown(writes: readonly Write[], limits: [number, number] = [100_000, 300_000]) {
  const kept = new KeptOutput(...limits);
  for (const [stream, text] of writes) kept.add(text, stream);
  const { text, omitted, errorParts } = kept.get();
  return shownStreams({ output: text, ...(omitted === null ? {} : { omitted }), errorParts });
}

test('both streams are in order in the output, and each by itself beside it', () => {
  const result = shown([
    ['stdout', 'building\r\n'],
    ['stderr', 'warning: old\r\n'],
    ['stdout', 'done\r\n'],
  ]);
  expect(result.output).toBe('building\nwarning: old\ndone\n');
  expect(streamFields(result)).toEqual({ stdout: 'building\ndone\n', stderr: 'warning: old\n' });
});

test('an output without standard error is not repeated, and a host that cannot tell the streams apart says so', () => {
  expect(streamFields(shown([['stdout', 'fine\n']]))).toEqual({ stderr: '' });
  expect(streamFields(shownStreams({ output: 'fine\n' }))).toEqual({ streams: 'merged' });
});

test('a line that was drawn again keeps the stream of its last state, and colours leave no mark', () => {
  const result = shown([
    ['stderr', '\u001b[31m10%\r50%'],
    ['stderr', '\r100%\u001b[0m\r\n'],
    ['stdout', 'a\u001b[1mb\r\n'],
  ]);
  expect(result.output).toBe('100%\nab\n');
  expect(splitStreams(result.output, result.errorParts ?? [])).toEqual({ stdout: 'ab\n', stderr: '100%\n' });
});

test('whatever is left out of a long output, each character that is shown is of the stream it was written to', () => {
  const write = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 3_000 }), fc.boolean());
  fc.assert(
    fc.property(
      fc.array(write, { maxLength: 30 }),
      fc.integer({ min: 10, max: 9_000 }),
      fc.integer({ min: 10, max: 20_000 }),
      (given, head, tail) => {
        // Standard error in lower case, standard output in upper case.
        const writes = given.map(([isError, length, endsLine]): Write => {
          const text = (isError ? 'e' : 'O').repeat(length) + (endsLine ? '\n' : '');
          return [isError ? 'stderr' : 'stdout', text];
        });
        const { output, errorParts } = shown(writes, [head, tail]);
        const { stdout, stderr } = splitStreams(output, errorParts ?? []);
        expect(stderr.replaceAll('\n', '')).toMatch(/^e*$/);
        expect(stdout.replace(/\n\[… .* left out …\]\n/g, '').replaceAll('\n', '')).toMatch(/^O*$/);
        expect(stdout.length + stderr.length).toBe(output.length);
      },
    ),
  );
});

test('of a long stream the end is given, and it says that the rest is in the output', () => {
  const fields = streamFields(
    shown([
      ['stdout', 'o\n'],
      ['stderr', `${'e'.repeat(50)}\n`.repeat(100)],
    ]),
  );
  expect(fields.stdout).toBe('o\n');
  expect(fields.stderr).toMatch(/^\[… \d+ characters before this are in output …\]\n(?:e{50}\n)+$/);
  expect(fields.stderr?.length).toBeLessThan(2_100);
});

test('who asks for money after an install of npm is as if never printed, and the streams around it stay', () => {
  const result = shown([
    ['stdout', '\nadded 71 packages in 9s\n'],
    ['stdout', '\n9 packages are looking for funding\n  run `npm fund` for details\n'],
    ['stderr', 'npm warn old lockfile\n'],
  ]);
  expect(result).toMatchObject({ output: '\nadded 71 packages in 9s\nnpm warn old lockfile\n', whole: null, lineCount: null });
  expect(streamFields(result)).toEqual({ stdout: '\nadded 71 packages in 9s\n', stderr: 'npm warn old lockfile\n' });
  const one = '1 package is looking for funding\n  run `npm fund` for details';
  expect(shown([['stdout', `up to date in 3ms\n\n${one}`]]).output).toBe('up to date in 3ms\n');
  expect(shown([['stdout', `# ${one}\n`]]).output).toBe(`# ${one}\n`);
});
