import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PageInstance, runToEnd } from './page-instance.ts';

/** The answers to a page's commands and writes, and their traces in the folder. */
export interface WitnessedWork {
  /** Resolves when all of it was answered, refused or lost. */
  settled: Promise<void>;
  /** Returns what was lost, ran twice or was answered wrong; nothing if all is as it was answered. */
  losses(): Promise<string[]>;
  /** How many were answered, and how many ended with words instead. */
  counts(): { answered: number; explained: number };
}

const COMMANDS = 6;
const WRITES = 6;
const LINES = 200;

interface Outcome {
  name: string;
  outcome: 'answered' | 'explained';
  words: string;
}

/** Begins commands and writes side by side. Each leaves a trace in the folder, by which it is seen how often it was carried out. */
export function beginWork(page: PageInstance, folder: string, tag: string): WitnessedWork {
  const outcomes: Outcome[] = [];
  const wrong: string[] = [];
  const run = async (index: number): Promise<void> => {
    const name = `${tag}c${index}`;
    const script = `echo ${name} >> ran; seq 1 ${LINES}; echo end ${name} >&2; exit ${index}`;
    const { exitCode, stdout, stderr } = await runToEnd(page, { command: 'sh', args: ['-c', script] });
    const isWhole = stdout.split('\n').length === LINES + 1 && stderr === `end ${name}\n`;
    // The client has no other code for a program whose end nobody knows.
    const isLost = exitCode === 255;
    if (!isLost && (exitCode !== index || !isWhole)) wrong.push(`${name} was answered wrong: ${exitCode}, ${stdout.length} characters`);
    outcomes.push({ name, outcome: isLost ? 'explained' : 'answered', words: 'lost' });
  };
  const write = async (index: number): Promise<void> => {
    const name = `${tag}w${index}`;
    await page.fs().writeFile(name, name.repeat(1_000));
    outcomes.push({ name, outcome: 'answered', words: '' });
  };
  const explained = (name: string) => (error: unknown) => {
    const words = error instanceof Error ? error.message : '';
    if (words === '') wrong.push(`${name} failed without a word`);
    outcomes.push({ name, outcome: 'explained', words });
  };
  const all = [
    ...Array.from({ length: COMMANDS }, (_, index) => run(index).catch(explained(`${tag}c${index}`))),
    ...Array.from({ length: WRITES }, (_, index) => write(index).catch(explained(`${tag}w${index}`))),
  ];
  return {
    settled: Promise.all(all).then(() => undefined),
    async losses() {
      const ran = (await readFile(join(folder, 'ran'), 'utf8').catch(() => '')).split('\n');
      const found = [...wrong];
      for (const { name, outcome } of outcomes) {
        if (name.startsWith(`${tag}c`)) {
          const times = ran.filter((line) => line === name).length;
          if (times > 1) found.push(`${name} ran ${times} times`);
          if (times === 0 && outcome === 'answered') found.push(`${name} was answered and never ran`);
        } else {
          const content = await readFile(join(folder, name), 'utf8').catch(() => null);
          const isWhole = content === name.repeat(1_000);
          if (content === null ? outcome === 'answered' : !isWhole) found.push(`${name} is lost or half written`);
        }
      }
      return found;
    },
    counts: () => ({
      answered: outcomes.filter(({ outcome }) => outcome === 'answered').length,
      explained: outcomes.filter(({ outcome }) => outcome === 'explained').length,
    }),
  };
}
