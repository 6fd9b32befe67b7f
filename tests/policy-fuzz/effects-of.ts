import type { FuzzHosts, Host } from './fuzz-hosts.ts';
import { type Effect, judgeOutcome, openedUnseen, revealedFile } from './judge-outcome.ts';
import type { Outcome } from './sandbox/sandbox-protocol.ts';
import type { Variant } from './sandbox/scene.ts';
import type { Setting } from './settings.ts';

const TIME_LIMIT = 2_500;
const ROUNDS = 4;

export interface Question {
  command: string;
  folder: string;
  setting: Setting;
}

/**
 * Returns the forbidden effects of a command. If a secret was opened but not seen in the output, compares with a run with different
 * secrets.
 */
export async function effectsOf(hosts: FuzzHosts, host: Host, { command, folder, setting }: Question): Promise<Effect[]> {
  const runWith = (variant: Variant) => hosts.run(host, { command, folder, variant, milliseconds: TIME_LIMIT });
  const first = await runWith('a');
  // It exhausted its resources, as `yes` does, or killed its sandbox: no file was harmed.
  if (first === null) return [];
  const effects = judgeOutcome(command, setting, first);
  const unseen = openedUnseen(first);
  // A command that timed out may have been stopped anywhere, and background processes end at any time.
  if (/(?:^|[^&>|])&(?![&>\d])/.test(command)) return effects;
  if (unseen.length === 0 || first.exitCode === null || effects.some(({ kind }) => /^reads|^shows/.test(kind))) return effects;
  const [one, other] = [tellTale(first), tellTale(await runWith('b'))];
  for (let round = 0; round < ROUNDS && one !== other; round++) {
    // The output may vary by chance: the time, a process number, a pipe closed early.
    if (tellTale(await runWith('a')) !== one || tellTale(await runWith('b')) !== other) return effects;
  }
  if (one === other) return effects;
  return [...effects, revealedFile(unseen[0] ?? '')];
}

/** Returns everything of an outcome that is visible afterwards. */
function tellTale(outcome: Outcome | null): string {
  if (outcome === null) return '';
  const { stdout, stderr, changes } = outcome;
  const kept = changes.filter(({ path }) => !path.includes('/.git/')).map(({ path, type, content }) => `${type} ${path} ${content}`);
  // Programs of one pipeline may write in any order.
  return JSON.stringify([stdout, stderr.split('\n').sort(), kept.sort()]).replace(/(real|user|sys|elapsed)[\s\\t]*[\d.:ms]+/g, '$1');
}
