import { patience } from '../setup/patience.ts';
import { lastLines, sentenceIn } from './classify.ts';
import type { Machine, Server, Shown } from './machines/machine.ts';
import type { Checked, StepName, StepResult, Stranger } from './stranger.ts';

/** Milliseconds that a step may take. */
const CAPS: Record<StepName, number> = {
  install: patience(240_000),
  build: patience(180_000),
  start: patience(90_000),
  page: patience(45_000),
  edit: patience(25_000),
  test: patience(120_000),
};

/** The limit for all steps together. */
const PROJECT_MILLISECONDS = patience(270_000);

interface StepEnd {
  isDone: boolean;
  output: string;
}

/** Runs a project's steps. After a failed install nothing is tried; after a failed build everything else is. */
export async function runSteps(machine: Machine, stranger: Stranger): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const until = Date.now() + PROJECT_MILLISECONDS;
  const cap = (step: StepName): number => Math.max(1000, Math.min(CAPS[step], until - Date.now()));
  let installed = '';
  const take = async (step: StepName, work: () => Promise<StepEnd>): Promise<boolean> => {
    const startedAt = Date.now();
    const end = await work().catch((error: unknown) => ({ isDone: false, output: String(error) }));
    const seconds = Math.round((Date.now() - startedAt) / 100) / 10;
    if (step === 'install') installed = end.output;
    results.push(end.isDone ? { step, status: 'ok', seconds } : { step, seconds, ...failure(end.output, installed, stranger.words) });
    return end.isDone;
  };
  if (!(await take('install', () => command(machine, stranger.install ?? 'npm install', cap('install'))))) return results;
  const { build, test } = stranger;
  if (build !== undefined) await take('build', () => command(machine, build, cap('build')));
  if (test !== undefined) await take('test', () => command(machine, test, cap('test')));
  if (stranger.start !== undefined) await serve(machine, stranger, take, cap);
  return results;
}

function failure(output: string, installed: string, words: string | undefined): Pick<StepResult, 'status' | 'said'> {
  // The expected refusal of a row may already appear during the install, whatever fails later.
  const sentence = sentenceIn(output, words) ?? (words !== undefined && installed.includes(words) ? sentenceIn(installed, words) : null);
  return sentence === null ? { status: 'fails', said: lastLines(output) } : { status: 'words', said: sentence };
}

async function command(machine: Machine, wanted: string | Checked, milliseconds: number): Promise<StepEnd> {
  const { command, text } = typeof wanted === 'string' ? { command: wanted, text: '' } : wanted;
  const { exitCode, output } = await machine.run(command, milliseconds);
  if (exitCode === null) return { isDone: false, output: `${output}\nno end after ${milliseconds / 1000} s` };
  if (exitCode !== 0) return { isDone: false, output: `${output}\nexit code ${exitCode}` };
  return output.includes(text) ? { isDone: true, output } : { isDone: false, output: `${output}\nprinted no ${JSON.stringify(text)}` };
}

type Take = (step: StepName, work: () => Promise<StepEnd>) => Promise<boolean>;

async function serve(machine: Machine, stranger: Stranger, take: Take, cap: (step: StepName) => number): Promise<void> {
  const { start = '', port, page, edit } = stranger;
  const server = await machine.start(start);
  try {
    let address = '';
    const isUp = await take('start', async () => {
      address = (await server.address(port, cap('start'))) ?? '';
      return { isDone: address !== '', output: `${server.output()}\nno server in time` };
    });
    if (!isUp || page === undefined) return;
    let shown: Shown | null = null;
    const isSeen = await take('page', async () => {
      shown = await machine.show(new URL(page.path ?? '/', address).href);
      return seen(shown, page.text, { milliseconds: cap('page'), pause: 10_000 }, server);
    });
    if (isSeen && edit !== undefined && shown !== null)
      await take('edit', () => edited(machine, edit, shown as Shown, server, cap('edit'))); // Assigned in the closure above.
  } finally {
    await server.stop();
  }
}

interface Patience {
  milliseconds: number;
  /** The time until the page is reloaded. */
  pause: number;
}

/** Bundlers serve their first page late, and not everything reloads by itself, so it is reloaded now and then. */
async function seen(shown: Shown, text: string, { milliseconds, pause }: Patience, server: Server): Promise<StepEnd> {
  const until = Date.now() + milliseconds;
  while (Date.now() < until) {
    if (await shown.sees(text, Math.min(pause, until - Date.now()))) return { isDone: true, output: '' };
    await shown.reload();
  }
  return {
    isDone: false,
    output: `${server.output()}\nthe page has no ${JSON.stringify(text)}; it shows: ${(await shown.text()).slice(0, 600)}`,
  };
}

async function edited(
  machine: Machine,
  edit: NonNullable<Stranger['edit']>,
  shown: Shown,
  server: Server,
  milliseconds: number,
): Promise<StepEnd> {
  await machine.change(edit);
  return seen(shown, edit.text, { milliseconds, pause: 3000 }, server);
}
