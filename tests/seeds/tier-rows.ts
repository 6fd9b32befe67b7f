import { tierOf } from '../../scripts/testing/tiers.ts';
import { readDecisionRows } from './decision-rows.ts';
import type { DeclaredTest } from './find-tests.ts';
import { readRequirements } from './requirements.ts';
import { resolveTests } from './resolve-tests.ts';
import { filesNamed, readThreatRows } from './threat-rows.ts';

export interface TierRow {
  kind: 'requirement' | 'threat' | 'decision';
  name: string;
  files: string[];
  /** The tiers that run its files. A row without any is unproven. */
  tiers: string[];
  /** Why it has no test, if its source says so. */
  exception: string | null;
}

/** Reads requirements, threats and decisions with their tests. Requirements registered without tests are left out. */
export function readTierRows(tests: readonly DeclaredTest[]): TierRow[] {
  const all = [...new Set(tests.map(({ file }) => file))];
  const requirements = [...resolveTests(readRequirements(), tests)]
    .filter(([, line]) => line.tests.length > 0)
    .map(([id, line]) => rowOf('requirement', id, new Set(line.tests.map(({ file }) => file))));
  const threats = readThreatRows().map(({ threat, names }) =>
    rowOf('threat', threat, new Set(names.flatMap((name) => filesNamed(name, all)))),
  );
  const decisions = readDecisionRows().map(({ id, title, files, exception }) =>
    rowOf('decision', `${id} ${title}`, new Set(files.filter((file) => all.includes(file))), exception),
  );
  return [...requirements, ...threats, ...decisions];
}

export function rowOf(kind: TierRow['kind'], name: string, files: ReadonlySet<string>, exception: string | null = null): TierRow {
  const found = [...files].map(tierOf).filter((tier) => tier !== null);
  return { kind, name, files: [...files].sort(), tiers: [...new Set(found)].sort(), exception };
}

/** Returns descriptions of the rows without proof. */
export function faultsOf(rows: readonly TierRow[]): string[] {
  return rows
    .filter(({ tiers, exception }) => tiers.length === 0 && exception === null)
    .map(({ kind, name, files }) => `${kind} ${name}: ${files.length === 0 ? 'no test' : `nothing runs ${files.join(', ')}`}`);
}
