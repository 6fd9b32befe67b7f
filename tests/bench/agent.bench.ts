import { parseArgs } from 'node:util';
import { agentCommandsFigure } from './engine/agent-commands-figure.ts';
import { agentSearchFigure } from './engine/agent-search-figure.ts';
import { agentStopFigure } from './engine/agent-stop-figure.ts';
import type { Figure } from './engine/bench-context.ts';
import { startBenchContext } from './engine/bench-context.ts';

const FIGURES: readonly Figure[] = [agentStopFigure, agentSearchFigure, agentCommandsFigure];

/** The agent's core on the real engine: `npm run bench -- agent [--only stop,search,commands]`. */
export async function bench(args: readonly string[]): Promise<Record<string, number>> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } });
  const wanted = values.only?.split(',');
  const unknown = wanted?.filter((name) => !FIGURES.some((figure) => figure.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`No figure ${unknown.join(', ')}. There are: ${FIGURES.map(({ name }) => name).join(', ')}`);
  const context = await startBenchContext(undefined);
  const result: Record<string, number> = {};
  try {
    for (const figure of FIGURES.filter(({ name }) => wanted?.includes(name) ?? true)) {
      for (const [name, value] of Object.entries(await figure.measure(context))) result[name] = Number(value.toPrecision(4));
    }
  } finally {
    await context.close();
  }
  return result;
}
