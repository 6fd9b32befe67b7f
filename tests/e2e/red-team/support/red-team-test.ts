import type { BrowserContext, Page } from '@playwright/test';
import { patience } from '../../../setup/patience.ts';
import { type AppServer, startAppServer } from '../../support/app-server.ts';
import { test as base, expect } from '../../support/test.ts';
import { type Workbench, workbenchOf } from '../../support/workbench.ts';
import { CANARIES } from './canaries.ts';
import { type ForeignSite, startForeignSite } from './foreign-site.ts';
import { type HostileProvider, startHostileProvider } from './hostile-provider.ts';
import { type HostileRegistry, startHostileRegistry } from './hostile-registry.ts';

/** Above those of the other suites' servers (support/test.ts). */
const FIRST_PORT = 18_780;

/** Records the result of each attack; the test fails if one succeeded, and always prints its table. */
export interface AttackLog {
  /** `isHeld` is true if the attack failed; `outcome` is a short description. */
  note(attack: string, isHeld: boolean, outcome: string): void;
  /** The attack failed if both are equal. */
  expect(attack: string, seen: unknown, wanted: unknown): void;
}

interface WorkerFixtures {
  /** The app as served by `npm start`, with a provider and a registry controlled by the attacker. */
  target: { server: AppServer; provider: HostileProvider; registry: HostileRegistry; foreign: ForeignSite };
}

type Scene = WorkerFixtures['target'] & { page: Page; context: BrowserContext; workbench: Workbench; attacks: AttackLog };

interface TestFixtures {
  attacks: AttackLog;
  /** The scene of most attacks: the target, its workbench, and the log of results. */
  scene: Scene;
}

/** An attacker's text must not open a dialog: one that opens is an attack that succeeded. */
export function noteDialogs({ page, attacks }: Pick<Scene, 'page' | 'attacks'>): void {
  page.on('dialog', (dialog) => {
    attacks.note('a dialog opened', false, dialog.message());
    void dialog.dismiss();
  });
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  target: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use, worker) => {
      const [provider, registry, foreign] = await Promise.all([startHostileProvider(), startHostileRegistry(), startForeignSite()]);
      const server = await startAppServer(
        {
          OPENAI_API_KEY: CANARIES.providerKey,
          OPENAI_BASE_URL: provider.url,
          OPENAI_API: 'chat',
          GOOGLE_GENERATIVE_AI_API_KEY: CANARIES.googleKey,
          GOOGLE_BASE_URL: provider.url,
          GOOGLE_MODELS: 'gemini-test',
          NPM_REGISTRY_URL: registry.url,
        },
        FIRST_PORT - worker.parallelIndex * 10,
      );
      await use({ server, provider, registry, foreign });
      await server.stop();
      await Promise.all([provider.stop(), registry.stop(), foreign.stop()]);
    },
    { scope: 'worker', timeout: patience(60_000) },
  ],
  scene: async ({ page, context, target, attacks }, use) => {
    await use({ ...target, page, context, attacks, workbench: workbenchOf(page, target.server) });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  attacks: async ({}, use, info) => {
    const rows: { attack: string; isHeld: boolean; outcome: string }[] = [];
    const note: AttackLog['note'] = (attack, isHeld, outcome) => void rows.push({ attack, isHeld, outcome });
    await use({
      note,
      expect: (attack, seen, wanted) => {
        const [given, asked] = [JSON.stringify(seen) ?? 'undefined', JSON.stringify(wanted)];
        note(attack, given === asked, given === asked ? given : `${given} instead of ${asked}`);
      },
    });
    const table = rows.map(({ attack, isHeld, outcome }) => `${isHeld ? 'held' : 'BROKEN'} | ${attack} | ${outcome.slice(0, 300)}`);
    await info.attach('attacks', { body: table.join('\n'), contentType: 'text/plain' });
    const broken = table.filter((row) => row.startsWith('BROKEN'));
    console.log(`red team: ${info.title}: ${rows.length} attacks, ${broken.length} succeeded`);
    if (process.env.DEVONZ_RED_TEAM_TABLE) console.log(table.join('\n'));
    expect(rows.length, 'a test of the red team makes attacks').toBeGreaterThan(0);
    expect(broken, 'attacks that succeeded').toEqual([]);
  },
});

export { expect };
