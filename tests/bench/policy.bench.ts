import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpuUsage } from 'node:process';
import { z } from 'zod';
import { decide } from '../../app/lib/agent/policy/decide.ts';
import { DEFAULT_APP_SETTINGS } from '../../app/lib/protocol/default-settings.ts';
import { toWorkspacePath } from '../../app/lib/runtime/to-workspace-path.ts';
import { applyEdits } from '../../app/lib/tools/files/edit-ladder.ts';

const LINES = 1_000;

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../fixtures/corpus/${name}.json`, import.meta.url), 'utf8'));
const commandsSchema = z.object({ cases: z.array(z.object({ command: z.string() })).min(1) });
const editsSchema = z.object({
  cases: z
    .array(
      z.object({ content: z.string(), edits: z.array(z.object({ find: z.string(), replace: z.string(), all: z.boolean().optional() })) }),
    )
    .min(1),
});

/** For `npm run bench -- policy`: runs 1 000 lines through both commands as a user runs them, and the same work without their start. */
export async function bench(): Promise<Record<string, number>> {
  const commands = cycle(commandsSchema.parse(read('commands-ours')).cases);
  const edits = cycle(editsSchema.parse(read('edits-ours')).cases);
  return {
    lines_count: LINES,
    policy_wall_ms: await wallTime('policy', commands),
    edits_wall_ms: await wallTime('edits', edits),
    policy_decide_cpu_ms: cpuTime(() => commands.map(({ command }) => judge(command))),
    edits_apply_cpu_ms: cpuTime(() => edits.map((one) => applyEdits(one.content, one.edits))),
  };
}

function cycle<Case>(cases: readonly Case[]): Case[] {
  const step = Math.max(1, Math.floor(cases.length / LINES));
  return Array.from({ length: LINES }, (_, index) => cases[(index * step) % cases.length]).filter((one) => one !== undefined);
}

function judge(command: string) {
  const context = { settings: DEFAULT_APP_SETTINGS, chatId: '', projectRoot: '/home/project', hasChangedScripts: false, now: 0 };
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context);
}

function cpuTime(run: () => unknown): number {
  const before = cpuUsage();
  run();
  const used = cpuUsage(before);
  return Math.round((used.user + used.system) / 1_000);
}

async function wallTime(name: 'policy' | 'edits', questions: readonly object[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['pipe', 'pipe', 'inherit'] });
  let answers = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    answers += chunk.split('\n').length - 1;
  });
  child.stdin.end(`${questions.map((one) => JSON.stringify(one)).join('\n')}\n`);
  await once(child, 'close');
  if (answers !== questions.length) throw new Error(`npm run ${name} answered ${answers} of ${questions.length} lines.`);
  return Math.round(performance.now() - startedAt);
}
