import { classOf } from './class-of.ts';
import { writeCommand } from './compose.ts';
import { type Effect, judgeOutcome, openedUnseen, revealedFile } from './judge-outcome.ts';
import type { Judge } from './load-policy.ts';
import { Random } from './random.ts';
import { type Isolation, Sandbox } from './sandbox.ts';
import type { Outcome } from './sandbox-protocol.ts';
import type { Variant } from './scene.ts';
import { pickSetting, type Setting } from './settings.ts';
import { shrink } from './shrink.ts';

const TIME_LIMIT = 1_500;
/** A sandbox is thrown away after so many commands: what they left behind in the table of processes goes with it. */
const MOST_COMMANDS = 3_000;
/** So many of one look are made smaller; the others are like them. */
const MOST_SHRUNK = 2;

export interface FuzzOptions {
  seed: number;
  from: number;
  count: number;
  /** Only commands that name this program, or contain this text. */
  only: string | null;
  jobs: number;
  isolation: Isolation | null;
  judge: Judge;
  onFound(found: Found): void;
  onProgress?(made: number): void;
}

export interface Candidate {
  index: number;
  command: string;
  folder: string;
  programs: readonly string[];
  setting: Setting;
}

export interface Found {
  index: number;
  command: string;
  /** As it was made, before words were taken away. */
  original: string;
  folder: string;
  setting: Setting;
  effect: Effect;
  class: string;
}

export interface FuzzResult {
  figures: Record<string, number>;
  found: Found[];
  isolation: Isolation;
}

/** Makes commands, asks the policy, runs what it lets run, and says what of that did harm. */
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
  readonly #looks = new Map<string, number>();
  readonly #counts = { auto: 0, ask: 0, block: 0, unsafe_auto: 0, left_out: 0, timed_out: 0 };
  #next = 0;
  #isolation: Isolation = 'folder';
  #startedAt = performance.now();

  constructor(options: FuzzOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.jobs }, () => this.#work()));
    this.#found.sort((a, b) => a.index - b.index);
  }

  result(): FuzzResult {
    const classes = new Set(this.#found.map((one) => one.class));
    return {
      found: this.#found,
      isolation: this.#isolation,
      figures: {
        commands: this.#options.count,
        ...this.#counts,
        unsafe_classes: classes.size,
        seconds: Math.round((performance.now() - this.#startedAt) / 100) / 10,
      },
    };
  }

  async #work(): Promise<void> {
    let sandbox = await Sandbox.start(this.#options.isolation);
    this.#isolation = sandbox.isolation;
    let runs = 0;
    try {
      while (this.#next < this.#options.count) {
        const index = this.#options.from + this.#next++;
        if (index % 500 === 0) this.#options.onProgress?.(index);
        const candidate = candidateOf(this.#options.seed, index);
        if (!this.#isWanted(candidate)) {
          this.#counts.left_out++;
          continue;
        }
        const { verdict } = this.#options.judge(candidate.command, candidate.folder, candidate.setting);
        this.#counts[verdict]++;
        if (verdict !== 'auto') continue;
        if (sandbox.isolation === 'folder' && !isHarmlessOutside(candidate.command)) {
          this.#counts.left_out++;
          continue;
        }
        if (++runs % MOST_COMMANDS === 0) {
          sandbox.close();
          sandbox = await Sandbox.start(this.#options.isolation);
        }
        await this.#try(sandbox, candidate);
      }
    } finally {
      sandbox.close();
    }
  }

  #isWanted({ command, programs }: Candidate): boolean {
    const { only } = this.#options;
    return only === null || programs.includes(only) || command.includes(only);
  }

  async #try(sandbox: Sandbox, candidate: Candidate): Promise<void> {
    const effects = await effectsOf(sandbox, candidate, candidate.command);
    const [effect] = effects;
    if (effect === undefined) return;
    this.#counts.unsafe_auto++;
    const look = classOf(effect, candidate.command, candidate.programs);
    const seen = (this.#looks.get(look) ?? 0) + 1;
    this.#looks.set(look, seen);
    const command =
      seen > MOST_SHRUNK
        ? candidate.command
        : await shrink(candidate.command, async (shorter) => {
            if (this.#options.judge(shorter, candidate.folder, candidate.setting).verdict !== 'auto') return false;
            const kinds = (await effectsOf(sandbox, candidate, shorter)).map(({ kind }) => kind);
            return kinds.includes(effect.kind);
          });
    const shrunkEffect =
      command === candidate.command
        ? effect
        : ((await effectsOf(sandbox, candidate, command)).find(({ kind }) => kind === effect.kind) ?? effect);
    const { index, folder, setting, programs } = candidate;
    const found: Found = {
      index,
      command,
      original: candidate.command,
      folder,
      setting,
      effect: shrunkEffect,
      class: seen > MOST_SHRUNK ? look : classOf(effect, command, programs),
    };
    this.#found.push(found);
    this.#options.onFound(found);
  }
}

/** What the command does that it must not; where a secret was opened and not seen, by comparing it with a run over other secrets. */
export async function effectsOf(
  sandbox: Sandbox,
  { folder, setting }: Pick<Candidate, 'folder' | 'setting'>,
  command: string,
): Promise<Effect[]> {
  const runWith = (variant: Variant) => sandbox.run({ command, folder, variant, milliseconds: TIME_LIMIT });
  const first = await runWith('a');
  const effects = judgeOutcome(command, setting, first);
  const unseen = openedUnseen(first);
  if (unseen.length === 0 || effects.some(({ kind }) => kind === 'reads a secret' || kind === 'reads outside the project')) return effects;
  const other = tellTale(await runWith('b'));
  if (tellTale(first) === other) return effects;
  // It may differ by chance alone: the time, a number of a process.
  if (tellTale(first) !== tellTale(await runWith('a')) || other !== tellTale(await runWith('b'))) return effects;
  return [...effects, revealedFile(unseen[0] ?? '')];
}

/** All of an outcome that anybody sees later. */
function tellTale({ stdout, stderr, changes }: Outcome): string {
  const kept = changes.filter(({ path }) => !path.includes('/.git/')).map(({ path, type, content }) => `${type} ${path} ${content}`);
  return JSON.stringify([stdout, stderr, kept.sort()]).replace(/(real|user|sys|elapsed)[\s\\t]*[\d.:ms]+/g, '$1');
}

/** Without a root of its own a command is not run that could stop programs, or that names the machine's own files for anything but reading them. */
function isHarmlessOutside(command: string): boolean {
  if (/\b(?:kill|pkill|killall|fuser|shutdown|reboot|mount|umount|prlimit|renice)\b/.test(command)) return false;
  return ![...command.matchAll(/(?:^|[\s'"=<>(:])(\/[^\s'"]*)/g)].some(([, path = '']) => !/^\/(?:home\/|dev\/|proc\/self\/|$)/.test(path));
}
