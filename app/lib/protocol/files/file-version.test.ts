import { expect, test } from 'vitest';
import { contentHashSchema } from '../ids.ts';
import { fileVersionSchema, hashesOfFiles, linkTargetOf, linkVersion } from './file-version.ts';

const hash = contentHashSchema.parse('a'.repeat(64));

test.each(['b', '../b c', '/', '..', 'ünïcode', 'two\nlines', 'link:x'])('a link to %j is a version that says where it leads', (target) => {
  const version = linkVersion(target) ?? expect.unreachable();
  expect(fileVersionSchema.parse(version)).toBe(version);
  expect(linkTargetOf(version)).toBe(target);
  expect(contentHashSchema.safeParse(version).success).toBe(false);
  expect(hashesOfFiles([hash, version])).toEqual([hash]);
});

test('a file is no link, and what leads nowhere or is longer than any path is none either', () => {
  expect(linkTargetOf(hash)).toBe(null);
  expect(linkTargetOf(undefined)).toBe(null);
  expect([linkVersion(''), linkVersion('x'.repeat(4_097))]).toEqual([null, null]);
  expect(fileVersionSchema.safeParse('link:').success).toBe(false);
  expect(fileVersionSchema.safeParse(`link:${'x'.repeat(4_097)}`).success).toBe(false);
  expect(fileVersionSchema.safeParse('elsewhere').success).toBe(false);
});
