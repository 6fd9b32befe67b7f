import { effectsOf } from './effects-of.ts';
import { FuzzHosts } from './fuzz-hosts.ts';
import type { Judge } from './load-policy.ts';
import { candidateOf } from './run-fuzz.ts';
import { PROJECT, sceneFiles } from './sandbox/scene.ts';
import type { Setting } from './settings.ts';
import { shrink } from './shrink.ts';

export interface FalseAsk {
  index: number;
  command: string;
  folder: string;
  setting: Setting;
  why: string;
  class: string;
}

const SOURCES = new Set(sceneFiles('a').flatMap(({ path, kind }) => (kind === 'source' ? [path] : [])));
/** The maximum number of examples per reason. */
const MOST_OF_A_REASON = 3;

/**
 * Finds commands that ask although commands are auto-approved, and that only read sources and print something. Not each is a defect: one
 * run does not show what a command does in another folder or with another file. Needs its own world, because commands that ask may do
 * anything.
 */
export async function findFalseAsks(judge: Judge, seed: number, count: number, onFound: (found: FalseAsk) => void): Promise<void> {
  const hosts = new FuzzHosts('world');
  const reasons = new Map<string, number>();
  try {
    for (let index = 0; index < count; index++) {
      const candidate = candidateOf(seed, index);
      const setting = { ...candidate.setting, autoApproveCommands: true, rules: [] };
      const { folder } = candidate;
      const reasonOf = async (command: string): Promise<string | null> => {
        const { verdict, why } = await judge(command, folder, setting, false);
        return verdict === 'ask' && (await onlyReadsSources(hosts, command, folder, setting)) ? reasonClass(why, command) : null;
      };
      const reason = await reasonOf(candidate.command);
      const seen = reason === null ? 0 : (reasons.get(reason) ?? 0);
      if (reason === null || seen >= MOST_OF_A_REASON) continue;
      reasons.set(reason, seen + 1);
      const command = await shrink(candidate.command, async (shorter) => (await reasonOf(shorter)) === reason);
      onFound({ index, command, folder, setting, why: (await judge(command, folder, setting, false)).why, class: `false-ask | ${reason}` });
    }
  } finally {
    hosts.close();
  }
}

async function onlyReadsSources(hosts: FuzzHosts, command: string, folder: string, setting: Setting): Promise<boolean> {
  const outcome = await hosts.run('bash', { command, folder, variant: 'a', milliseconds: 1_000 });
  if (outcome === null || outcome.exitCode !== 0 || outcome.stdout === '' || outcome.changes.length > 0) return false;
  const project = outcome.opened.filter((path) => path.startsWith(`${PROJECT}/`) && !path.startsWith(`${PROJECT}/.git/`));
  if (project.length === 0 || !project.every((path) => SOURCES.has(path))) return false;
  return (await effectsOf(hosts, 'bash', { command, folder, setting })).length === 0;
}

/** Returns the sentence without the words of this particular command. */
function reasonClass(why: string, command: string): string {
  return why
    .split(' ')
    .filter((word) => !command.includes(word) || word.length < 3)
    .join(' ');
}
