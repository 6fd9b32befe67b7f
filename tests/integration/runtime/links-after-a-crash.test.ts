import { isDeepStrictEqual as equals } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Act, act, carryOut } from './link-acts.ts';
import { filesIn, mirroredProject } from './mirrored-project.ts';

/*
 * The page ends at any record, and with it the runtime: only the journal remains. Events are appended one by one, each in a transaction
 * with the project's file entry, so that checking after every record covers every moment at which it can end.
 */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns paths below a file or a link, where nothing can be: both cannot exist at once. */
function contradictions(files: Readonly<Record<string, string>>): string[] {
  const paths = Object.keys(files);
  return paths.filter((path) => paths.some((other) => other.startsWith(`${path}/`)));
}

async function endAtEachRecord(acts: readonly Act[]): Promise<void> {
  const project = await mirroredProject();
  const problems: unknown[] = [];
  const look = async () => {
    const kept = await project.journaled();
    const reloaded = await project.reloaded();
    // Not thrown, because the appending code would take it for a storage error.
    if (contradictions(kept).length > 0 || !equals(reloaded, kept)) problems.push({ kept, reloaded });
  };
  project.onRecord(look);
  for (const each of acts) await carryOut(each, project, true);
  await project.settled();
  await look();
  expect(problems).toEqual([]);
  expect(await project.journaled()).toEqual(filesIn(project.machine));
  project.close();
}

test('at whatever record a page ends, the next one has every file and link that the journal knows', async () => {
  await fc.assert(fc.asyncProperty(fc.array(act, { maxLength: 12 }), endAtEachRecord), { numRuns: 150 });
});

test('what is written to a link to the root is refused, and no record has ever said otherwise', async () => {
  await endAtEachRecord([
    { by: 'program', type: 'link', name: 'a', target: '.' },
    { type: 'settle' },
    { by: 'user', type: 'write', name: 'a', text: '1' },
  ]);
});

test('a folder that cannot be moved into itself is in the journal all the while', async () => {
  await endAtEachRecord([
    { by: 'user', type: 'write', name: 'd/a', text: '1' },
    { type: 'settle' },
    { by: 'user', type: 'move', name: 'd', to: 'd/e/f' },
    { by: 'user', type: 'link', name: 'd', target: 'a' },
    { by: 'user', type: 'write', name: 'd', text: '2' },
  ]);
});
