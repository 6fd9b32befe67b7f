import { classOf } from './class-of.ts';
import { effectsOf } from './effects-of.ts';
import { FuzzHosts, type Host } from './fuzz-hosts.ts';
import type { Effect } from './judge-outcome.ts';
import { knownHarm } from './known-harm.ts';
import type { Judge } from './load-policy.ts';
import { Random } from './random.ts';
import type { Isolation } from './sandbox/sandbox.ts';
import { pickSetting, type Setting } from './settings.ts';
import { writeCommand } from './shapes/compose.ts';
import { shrink } from './shrink.ts';

/** The number of similar failures that are shrunk; the others resemble them. */
const MOST_SHRUNK = 2;

export interface FuzzOptions {
  seed: number;
  from: number;
  count: number;
  /** Only commands that contain this program or text. */
  only: string | null;
  jobs: number;
  hosts: readonly Host[];
  isolation: Isolation | null;
  judge: Judge;
  /** If false, a command is reported as generated. */
  isShrinking: boolean;
  onFound?(found: Found): void;
  onProgress?(made: number): void;
}

export interface Candidate {
  index: number;
  command: string;
  folder: string;
  programs: readonly string[];
  setting: Setting;
}

/** A command that ran without asking and did harm. */
export interface Found {
  host: Host;
  index: number;
  command: string;
  /** As generated, before shrinking. */
  original: string;
  folder: string;
  setting: Setting;
  effect: Effect;
  class: string;
  /** The known harm it matches, if any. */
  known: string | null;
}

export interface FuzzResult {
  figures: Record<string, number>;
  found: Found[];
  isolation: Isolation | null;
}

/** Generates commands, asks the policy, runs the allowed ones, and returns those that did harm. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const run = new FuzzRun(options);
  await run.run();
  return run.result();
}

export function candidateOf(seed: number, index: number): Candidate {
  const random = Random.of(seed, index);
  const { command, folder, programs } = writeCommand(random);
  return { index, command, folder, programs, setting: pickSetting(random, programs) };
}

class FuzzRun {
  readonly #options: FuzzOptions;
  readonly #found: Found[] = [];
  readonly #counts = new Map<string, number>();
  #next = 0;
  #isolation: Isolation | null = null;
  readonly #startedAt = performance.now();

  constructor(options: FuzzOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.jobs }, () => this.#work()));
    this.#found.sort((a, b) => a.index - b.index);
  }

  result(): FuzzResult {
    const { count, hosts } = this.#options;
    const figures: Record<string, number> = { commands: count, left_out: this.#countOf('left_out') };
    for (const host of hosts) {
      const all = this.#found.filter((one) => one.host === host);
      const found = all.filter(({ known }) => known === null);
      figures[`${host}_auto`] = this.#countOf(`auto ${host}`);
      figures[`${host}_unsafe_autos`] = found.length;
      figures[`${host}_known`] = all.length - found.length;
      figures[`${host}_unsafe_classes`] = new Set(found.map((one) => one.class)).size;
    }
    if (hosts.includes('wall')) figures.held_by_the_wall = this.#countOf('held');
    figures.seconds = Math.round((performance.now() - this.#startedAt) / 100) / 10;
    return { found: this.#found, isolation: this.#isolation, figures };
  }

  #countOf(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  #count(name: string): number {
    const count = this.#countOf(name) + 1;
    this.#counts.set(name, count);
    return count;
  }

  async #work(): Promise<void> {
    const { seed, from, count, hosts, onProgress } = this.#options;
    const places = new FuzzHosts(this.#options.isolation);
    try {
      if (hosts.includes('bash')) this.#isolation = await places.isolationOf('bash');
      while (this.#next < count) {
        const index = from + this.#next++;
        if (index % 1_000 === 0) onProgress?.(index);
        const candidate = candidateOf(seed, index);
        if (!this.#isWanted(candidate)) this.#count('left_out');
        else for (const host of hosts) await this.#try(places, host, candidate);
      }
    } finally {
      places.close();
    }
  }

  #isWanted({ command, programs }: Candidate): boolean {
    const { only } = this.#options;
    return only === null || programs.includes(only) || command.includes(only);
  }

  async #isAuto(host: Host, { folder, setting }: Candidate, command: string): Promise<boolean> {
    if (host === 'bash' && this.#isolation === 'folder' && !isHarmlessOutside(command)) return false;
    return (await this.#options.judge(command, folder, setting, host === 'wall')).verdict === 'auto';
  }

  async #try(places: FuzzHosts, host: Host, candidate: Candidate): Promise<void> {
    const { command, folder, setting, programs, index } = candidate;
    if (!(await this.#isAuto(host, candidate, command))) return;
    this.#count(`auto ${host}`);
    const effectFor = async (text: string, kind: string | null) =>
      (await effectsOf(places, host, { command: text, folder, setting })).find((one) => kind === null || one.kind === kind);
    const effect = await effectFor(command, null);
    if (effect === undefined) {
      if (host === 'wall' && (await effectsOf(places, 'engine', candidate)).length > 0) this.#count('held');
      return;
    }
    const look = classOf(effect, command, programs);
    const isNew = this.#options.isShrinking && this.#count(`${host} ${look}`) <= MOST_SHRUNK;
    const isStill = async (shorter: string) =>
      (await this.#isAuto(host, candidate, shorter)) && (await effectFor(shorter, effect.kind)) !== undefined;
    const shrunk = isNew ? await shrink(command, isStill) : command;
    const last = shrunk === command ? effect : ((await effectFor(shrunk, effect.kind)) ?? effect);
    const found: Found = {
      known: null,
      host,
      index,
      command: shrunk,
      original: command,
      folder,
      setting,
      effect: last,
      class: isNew ? classOf(last, shrunk, programs) : look,
    };
    found.known = knownHarm(found)?.name ?? null;
    this.#found.push(found);
    this.#options.onFound?.(found);
  }
}

/** Without an isolated root, commands are skipped that could stop programs, or that name the machine's own files other than for reading. */
function isHarmlessOutside(command: string): boolean {
  if (/\b(?:kill|pkill|killall|fuser|shutdown|reboot|mount|umount|prlimit|renice)\b/.test(command)) return false;
  return ![...command.matchAll(/(?:^|[\s'"=<>(:])(\/[^\s'"]*)/g)].some(([, path = '']) => !/^\/(?:home\/|dev\/|proc\/self\/|$)/.test(path));
}
