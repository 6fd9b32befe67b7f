import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ENCODER = 'packages/engine/src/programs/node/deferred/keys/der.ts';
/** The tags of ASN.1 that every structure has: a sequence, a set, a constructed context tag. Elsewhere the first two are digits of text. */
const TAG = /\b0x3[01]\b|\b0xa0 \| \w/;
/** Digits of text, and MessagePack's own tag. */
const NO_TAGS = ['packages/engine-protocol/src/message-pack.ts', 'packages/engine/src/programs/node/builtins/buffer/buffer-encodings.ts'];

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file) && existsSync(file));

test('DER is written and read in one file, whoever needs a key, a signature or a certificate', () => {
  const writing = files.filter((file) => TAG.test(readFileSync(file, 'utf8')));
  expect(writing.filter((file) => !NO_TAGS.includes(file))).toEqual([ENCODER]);
  expect(NO_TAGS.filter((file) => !writing.includes(file))).toEqual([]);
});
