import { firstLoad } from './stream/first-load.ts';
import { appRow, PAGE_ROWS, stockRow } from './stream/page-rows.ts';
import { firstTokenRow, historyRow, wireRow } from './stream/server-rows.ts';
import { type StreamBench, startStreamBench } from './stream/stream-bench.ts';

const SERVER_ROWS = { wire: wireRow, history: historyRow, firstToken: firstTokenRow, javascript: firstLoad } as const;

/**
 * Measures a model's response from the provider's socket to the pixels: the app as served by `npm start`, in a real browser, compared with
 * the stock AI SDK client on the same server. Needs a build. Arguments: rows, of `PAGE_ROWS` and `SERVER_ROWS`; `app` omits the stock
 * client.
 */
export async function bench(args: readonly string[]): Promise<Record<string, number>> {
  const all: readonly string[] = [...PAGE_ROWS, ...Object.keys(SERVER_ROWS)];
  const rows = args.filter((name) => name !== 'app');
  const unknown = rows.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`No row ${unknown.join(', ')}. There are: ${all.join(', ')}`);
  const isWanted = (name: string) => rows.length === 0 || rows.includes(name);
  const started = await startStreamBench();
  const figures: Record<string, number> = {};
  const measure = async (row: (bench: StreamBench) => Promise<Record<string, number>>) => {
    const measured = await row(started);
    console.log(measured);
    Object.assign(figures, measured);
  };
  try {
    for (const [name, row] of Object.entries(SERVER_ROWS)) if (isWanted(name)) await measure(row);
    for (const name of PAGE_ROWS.filter(isWanted)) {
      await measure((each) => appRow(name, each));
      // Two megabytes take the stock client minutes.
      if (!args.includes('app') && name !== 'code2MB') await measure((each) => stockRow(name, each));
    }
  } finally {
    await started.stop();
  }
  return figures;
}
