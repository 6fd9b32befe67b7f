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

/** What the command does that it must not; where a secret was opened and not seen, by comparing it with a run over other secrets. */
export async function effectsOf(hosts: FuzzHosts, host: Host, { command, folder, setting }: Question): Promise<Effect[]> {
  const runWith = (variant: Variant) => hosts.run(host, { command, folder, variant, milliseconds: TIME_LIMIT });
  const first = await runWith('a');
  // It took all there is, as `yes` does, or ended what it ran in: no harm to a file.
  if (first === null) return [];
  const effects = judgeOutcome(command, setting, first);
  const unseen = openedUnseen(first);
  // What ran into the time limit may have been stopped anywhere, and what is left in the background ends at any time.
  if (/(?:^|[^&>|])&(?![&>\d])/.test(command)) return effects;
  if (unseen.length === 0 || first.exitCode === null || effects.some(({ kind }) => /^reads|^shows/.test(kind))) return effects;
  const [one, other] = [tellTale(first), tellTale(await runWith('b'))];
  for (let round = 0; round < ROUNDS && one !== other; round++) {
    // It may differ by chance alone: the time, a number of a process, a pipe that was closed early.
    if (tellTale(await runWith('a')) !== one || tellTale(await runWith('b')) !== other) return effects;
  }
  if (one === other) return effects;
  return [...effects, revealedFile(unseen[0] ?? '')];
}

/** All of an outcome that anybody sees later. */
function tellTale(outcome: Outcome | null): string {
  if (outcome === null) return '';
  const { stdout, stderr, changes } = outcome;
  const kept = changes.filter(({ path }) => !path.includes('/.git/')).map(({ path, type, content }) => `${type} ${path} ${content}`);
  // Programs of one pipeline say what they have to say in any order.
  return JSON.stringify([stdout, stderr.split('\n').sort(), kept.sort()]).replace(/(real|user|sys|elapsed)[\s\\t]*[\d.:ms]+/g, '$1');
}
