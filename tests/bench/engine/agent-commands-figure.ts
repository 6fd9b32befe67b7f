import type { Figure } from './bench-context.ts';
import { openAgentPage } from './open-agent-page.ts';

const COUNT = 1_000;

/** Runs short commands through the agent's shell one after the other, and counts the wrong results. */
export const agentCommandsFigure: Figure = {
  name: 'commands',
  async measure(context) {
    const page = await openAgentPage(context);
    const { milliseconds, wrong } = await page.evaluate(async (count) => {
      const startedAt = performance.now();
      let wrong = 0;
      for (let number = 0; number < count; number += 1) {
        const { outcome } = await agentRun(`echo command ${number}; exit ${number % 100}`);
        const isRight = outcome.status === 'completed' && outcome.exitCode === number % 100 && outcome.output === `command ${number}\r\n`;
        if (!isRight) wrong += 1;
      }
      return { milliseconds: performance.now() - startedAt, wrong };
    }, COUNT);
    await page.context().close();
    return { commandsPerSecond: (COUNT / milliseconds) * 1_000, commandsWrong: wrong };
  },
};
