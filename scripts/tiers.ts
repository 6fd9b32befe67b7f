/**
 * `npm run tiers`: writes docs/test-tiers.md, which lists for each requirement, threat and decision the tests that prove it and the tiers
 * that run them, and fails if nothing does.
 */
import { writeFileSync } from 'node:fs';
import { findTests } from '../tests/seeds/find-tests.ts';
import { renderTiers } from '../tests/seeds/render-tiers.ts';
import { faultsOf, readTierRows } from '../tests/seeds/tier-rows.ts';

const PAGE = 'docs/test-tiers.md';
const rows = readTierRows(findTests());
const page = renderTiers(rows);
writeFileSync(PAGE, page);
console.log(/^\*\*(.*)\*\*$/m.exec(page)?.[1]);
const faults = faultsOf(rows);
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
