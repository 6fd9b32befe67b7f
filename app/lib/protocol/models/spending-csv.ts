import { connectionIdOf } from './active-model.ts';
import type { SpendingDays } from './spending.ts';

const HEADINGS = [
  'day',
  'provider',
  'model',
  'requests',
  'input tokens',
  'of them cached',
  'of them written to the cache',
  'output tokens',
  'of them reasoning',
  'US dollars',
  'requests without a known cost',
];

/** Follows RFC 4180: CRLF line ends, doubled quotes. A value that a spreadsheet would take for a formula gets a leading apostrophe. */
export function spendingCsv(days: SpendingDays): string {
  const rows = Object.entries(days).flatMap(([day, models]) =>
    Object.entries(models).map(([modelId, of]) => {
      const provider = connectionIdOf(modelId);
      // An unknown cost is empty, not zero.
      const dollars = of.unpriced === of.requests ? '' : String(Number(of.dollars.toFixed(6)));
      const counts = [of.requests, of.input, of.cached, of.cacheWrite, of.output, of.reasoning].map(String);
      return [
        day,
        text(provider),
        text(modelId.slice(provider.length === 0 ? 0 : provider.length + 1)),
        ...counts,
        dollars,
        String(of.unpriced),
      ];
    }),
  );
  return [HEADINGS, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** Names come from providers, so one could be `=HYPERLINK(…)`. */
function text(value: string): string {
  return /^[\s]*[=+\-@]|^[\t\r\n]/.test(value) ? `'${value}` : value;
}

function quoted(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
