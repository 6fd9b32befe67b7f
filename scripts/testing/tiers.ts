import { globMatcher } from '../../app/lib/search/glob-pattern.ts';
import { FRESH, ISOLATED } from '../../config/unit-tests.mjs';
import { DEEP_PARTS, isTestOf } from './deep-parts.mjs';

/** The tier that each `npm test` runs, after any change. */
export const LAND = 'land';

/** The files of the first project in vitest.config.ts are included in those of the other two. */
const isUnitTest = globMatcher([...FRESH, ...ISOLATED].join(','));

/** Returns the tier of a test file: `land`, or the name of its deep part; null if nothing runs the file. */
export function tierOf(file: string): string | null {
  const part = DEEP_PARTS.find((one) => /\.(?:test|spec)\.tsx?$/.test(file) && isTestOf(one, file));
  if (part !== undefined) return part.name;
  if (isUnitTest(file)) return LAND;
  return /^tests\/e2e\/.+\.spec\.ts$/.test(file) ? LAND : null;
}
