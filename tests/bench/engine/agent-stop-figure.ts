import type { Figure } from './bench-context.ts';
import { median } from './median.ts';
import { openAgentPage } from './open-agent-page.ts';

const COMMANDS = {
  stopComputing: 'node -e "console.log(\'go\'); for (;;);"',
  stopDeafToSigint: "node -e \"process.on('SIGINT', () => {}); console.log('go'); setInterval(() => {}, 1000)\"",
  stopDeafToBoth:
    "node -e \"for (const s of ['SIGINT', 'SIGTERM']) process.on(s, () => {}); console.log('go'); setInterval(() => {}, 1000)\"",
};
const ROUNDS = 5;

/** Measures the time from the stop to the program's end, by how it handles signals. The median and the worst. */
export const agentStopFigure: Figure = {
  name: 'stop',
  async measure(context) {
    const page = await openAgentPage(context);
    const figures: Record<string, number> = {};
    for (const [name, command] of Object.entries(COMMANDS)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const time = await page.evaluate(
          async (given) => (await agentRun(given, { stopAfter: { text: 'go', milliseconds: 100 } })).stopMilliseconds,
          command,
        );
        times.push(time ?? Number.NaN);
      }
      figures[`${name}Ms`] = median(times);
      figures[`${name}WorstMs`] = Math.max(...times);
    }
    await page.context().close();
    return figures;
  },
};
