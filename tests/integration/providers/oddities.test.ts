import { afterAll, describe, expect, test } from 'vitest';
import { CHAT_ODDITIES } from './oddities/chat-oddities.ts';
import type { Oddity } from './oddities/oddity.ts';
import { OTHER_ODDITIES } from './oddities/other-oddities.ts';
import { type Outcome, playOddity } from './oddities/play-oddity.ts';
import { PRINTED_CALL_ODDITIES } from './oddities/printed-call-oddities.ts';
import { THOUGHT_FIELD_ODDITIES, THOUGHT_ODDITIES } from './oddities/thought-oddities.ts';
import { PROVIDER_ROWS } from './provider-rows.ts';

/**
 * Reported oddities, at each provider that speaks the format: the response is used, or repaired by one more request, or the failure is
 * explained with what to do. To add a family of oddities, add a file in `oddities/` and a line here. The table is printed. `ODDITIES=all`
 * plays all; otherwise each is played at every fourth provider, depending on the seed, and at least at one.
 */
const FAMILIES: Readonly<Record<string, readonly Oddity[]>> = {
  'Chat Completions': CHAT_ODDITIES,
  'the other formats': OTHER_ODDITIES,
  Thoughts: [...THOUGHT_ODDITIES, ...THOUGHT_FIELD_ODDITIES],
  'Calls in text': PRINTED_CALL_ODDITIES,
};

const SEED = Number(process.env['PROPERTY_SEED'] ?? Math.floor(Math.random() * 1_000));
const isDrawn = (oddity: number, row: number) => process.env['ODDITIES'] === 'all' || (oddity + row + SEED) % 4 === 0;

async function outcomesOf(oddity: Oddity, place: number): Promise<Map<string, Outcome | null>> {
  const outcomes = new Map<string, Outcome | null>();
  for (const [index, row] of PROVIDER_ROWS.entries()) if (isDrawn(place, index)) outcomes.set(row.name, await playOddity(oddity, row));
  for (const row of PROVIDER_ROWS) {
    if ([...outcomes.values()].some((outcome) => outcome !== null)) break;
    outcomes.set(row.name, await playOddity(oddity, row));
  }
  return outcomes;
}

const table = new Map<string, Map<string, Outcome | null>>();
afterAll(() => void process.stdout.write(`${printed()}\n`));

describe.each(Object.entries(FAMILIES))('%s', (_family, oddities) => {
  test.each(oddities.map((oddity, place) => ({ ...oddity, oddity, place })))('$name', async ({ oddity, place }) => {
    const outcomes = await outcomesOf(oddity, place);
    table.set(oddity.name, outcomes);
    const failed = [...outcomes].flatMap(([name, outcome]) => (outcome?.kind === 'failed' ? [`${name}: ${outcome.why}`] : []));
    expect(failed).toEqual([]);
    // A row that no provider plays proves nothing.
    expect([...outcomes.values()].some((outcome) => outcome !== null)).toBe(true);
    if (oddity.tells === undefined) return;
    expect([...outcomes.values()].filter((outcome) => outcome !== null).every((outcome) => outcome?.kind === 'told')).toBe(true);
  });
});

const SIGNS = { used: 'U', repaired: 'R', told: 'T', failed: 'X' };

function printed(): string {
  const cells = [...table.values()].flatMap((outcomes) => [...outcomes.values()].filter((outcome) => outcome !== null));
  const count = (kind: Outcome['kind']) => cells.filter((outcome) => outcome.kind === kind).length;
  const lines = [...table].map(([name, outcomes]) => {
    const signs = PROVIDER_ROWS.map((row) => outcomes.get(row.name)).map((outcome) => (outcome == null ? '·' : SIGNS[outcome.kind]));
    return `${signs.join('  ')}  ${name}`;
  });
  const columns = PROVIDER_ROWS.map(({ name }, index) => `${String.fromCharCode(97 + index)} ${name}`).join(', ');
  const head = PROVIDER_ROWS.map((_row, index) => String.fromCharCode(97 + index)).join('  ');
  const sums = `${count('used')} used, ${count('repaired')} repaired, ${count('told')} told, ${count('failed')} failed`;
  return [columns, head, ...lines, `${cells.length} cells: ${sums}`].join('\n');
}
