import { LAND, tierOf } from '../../scripts/testing/tiers.ts';
import type { TierRow } from './tier-rows.ts';

const INTRODUCTION = `# What proves what, and when it runs

Made by \`npm run tiers\` from the registry of requirements, the rows of the [threat model](threat-model.md) and the last lines of the
[decisions](decisions/README.md): do not edit. \`${LAND}\` is what each \`npm test\` runs; any other tier is a part of \`scripts/testing/deep-parts.mjs\`, which runs where its sources have
changed since it passed, and in \`npm run test:deep\`. A row that nothing runs fails \`tests/integration/house/test-tiers.test.ts\`.
`;

const HEADINGS = { requirement: 'Requirements', threat: 'Threats', decision: 'Decisions' } as const;
const KINDS = ['requirement', 'threat', 'decision'] as const;

/** Renders the page as Markdown. */
export function renderTiers(rows: readonly TierRow[]): string {
  const tables = KINDS.map((kind) => {
    const lines = rows.filter((row) => row.kind === kind).map(lineOf);
    return `## ${HEADINGS[kind]}\n\n| ${kind} | tiers | tests |\n|---|---|---|\n${lines.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${summaryOf(rows)}\n\n${tables.join('\n')}`;
}

function summaryOf(rows: readonly TierRow[]): string {
  const counts = KINDS.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const landing = own.filter(({ tiers }) => tiers.includes(LAND)).length;
    const without = own.filter(({ tiers }) => tiers.length === 0).length;
    const deep = own.length - landing - without;
    return `${own.length} ${HEADINGS[kind].toLowerCase()} (${landing} land, ${deep} deep parts alone, ${without} without)`;
  });
  return `**${counts.join('; ')}.**`;
}

function lineOf({ name, files, tiers, exception }: TierRow): string {
  const tests = files.map((file) => `[${nameOf(file)}](../${file})${tierOf(file) === null ? ' (nothing runs it)' : ''}`);
  return `| ${cell(name)} | ${tiers.join(', ') || `none: ${cell(exception ?? 'a fault')}`} | ${tests.join(', ')} |`;
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:test|spec)\.tsx?$/, '');
}

/** Escapes text so that it cannot break out of a table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
