import { globMatcher } from '../../app/lib/search/glob-pattern.ts';
import { FRESH, ISOLATED } from '../../config/unit-tests.mjs';
import { DEEP_PARTS, isTestOf } from './deep-parts.mjs';

/** What each `npm test` runs, whatever has changed. */
export const LAND = 'land';

/** The files of the first project of vitest.config.ts are among those of the other two. */
const isUnitTest = globMatcher([...FRESH, ...ISOLATED].join(','));

/** What runs a file of tests: `land`, or the deep part that does where its sources have changed. Null where nothing does. */
export function tierOf(file: string): string | null {
  if (isUnitTest(file)) return LAND;
  const part = DEEP_PARTS.find((one) => /\.(?:test|spec)\.tsx?$/.test(file) && isTestOf(one, file));
  if (part !== undefined) return part.name;
  return /^tests\/e2e\/.+\.spec\.ts$/.test(file) ? LAND : null;
}
