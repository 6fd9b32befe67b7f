/**
 * Evaluates every expression of src/programs/time-zone/testing/time-zone-cases.ts in this machine's Node once a zone, and writes the values to
 * tests/fixtures/time-zones/values.json, which zoned-time.test.ts compares with.
 *
 * npx tsx packages/engine/scripts/record-time-zones.ts
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expressions, recordedZones } from '../src/programs/time-zone/testing/time-zone-cases.ts';

const script = 'console.log(JSON.stringify(JSON.parse(process.argv[1]).map((source) => String((0, eval)(source)))))';
const values = recordedZones.map((zone): [string, unknown] => {
  const { stdout } = spawnSync(process.execPath, ['-e', script, JSON.stringify(expressions)], {
    env: { TZ: zone, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  });
  return [zone, JSON.parse(stdout)];
});
writeFileSync(
  join(import.meta.dirname, '../../../tests/fixtures/time-zones/values.json'),
  `${JSON.stringify(Object.fromEntries(values), null, 1)}\n`,
);
