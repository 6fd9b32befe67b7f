import { patience } from '../../setup/patience.ts';
import { bringIn } from './support/bring-in.ts';
import { dice, hashesIn, oddEvents } from './support/odd-journals.ts';
import { expect, test } from './support/red-team-test.ts';
import { SEED_OF_RUN } from './support/seed-of-run.ts';
import { sessionArchive } from './support/session-archive.ts';

const FILES = 16;
const ODD_FIELDS = 10;

test('session files with anything in any field are refused in words, or open and are there after a reload', async ({ scene }) => {
  test.setTimeout(patience(600_000));
  const { page, workbench, attacks } = scene;
  const roll = dice(SEED_OF_RUN);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('crash', () => errors.push('the page died'));
  await workbench.open();
  for (let file = 0; file < FILES; file += 1) {
    const { events, changed } = oddEvents(ODD_FIELDS, roll);
    const name = `seed ${SEED_OF_RUN}, file ${file}: ${changed.join('; ')}`;
    errors.length = 0;
    const refusal = await bringIn(page, sessionArchive(events as object[], { gone: hashesIn(events) }));
    if (refusal !== null) {
      attacks.note(name, !/TypeError|undefined|\[object/.test(refusal), refusal);
      continue;
    }
    const opens = async () => {
      await expect(workbench.message, name).toBeEditable();
      await expect(workbench.conversation, name).toBeVisible();
    };
    await opens();
    await page.reload();
    await opens();
    attacks.note(name, errors.length === 0 && (await page.title()) !== 'taken', errors.join(' | ') || 'it opens');
  }
});
