import { describe, expect, test } from 'vitest';
import { CONDUCT_SLIPS } from './conduct-slips.ts';
import { EDIT_SLIPS } from './edit-slips.ts';
import { NAME_SLIPS } from './name-slips.ts';
import { runSlip } from './run-slip.ts';
import type { Slip } from './slip.ts';
import { TEXT_SLIPS } from './text-slips.ts';

const SLIPS: readonly Slip[] = [...NAME_SLIPS, ...TEXT_SLIPS, ...EDIT_SLIPS, ...CONDUCT_SLIPS];

describe('a slip of the model ends no run wrongly', () => {
  test.each(SLIPS)('$name', async (slip) => {
    expect(slip.wrong(await runSlip(slip))).toBeNull();
  });

  test('there are at least a hundred, each with a name of its own', () => {
    const names = SLIPS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(100);
  });
});
