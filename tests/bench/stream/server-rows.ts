import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { postChat } from '../../e2e/support/flood/ask-chat.ts';
import { processTree } from '../../e2e/support/flood/watch-server.ts';
import type { PacedReply } from './paced-provider.ts';
import { sampleCode, sampleMarkdown } from './sample-texts.ts';
import type { StreamBench } from './stream-bench.ts';

/** Measures the cost of one step on the server and the wire. CPU time of workerd and of its front, from `/proc`, so Linux only. */
export async function wireRow(bench: StreamBench): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  const texts = { tool: JSON.stringify({ path: 'src/long.ts', content: sampleCode(200_000) }), text: sampleMarkdown(200_000) } as const;
  for (const kind of ['tool', 'text'] as const) {
    for (const perSecond of [0, 10_000]) {
      const name = `wire_${kind}_${perSecond === 0 ? 'fast' : 'paced'}`;
      const reply: PacedReply = { kind, text: texts[kind], perEvent: 4, perSecond };
      const runs: { bytes: number; cpuMs: number }[] = [];
      for (let run = 0; run < 3; run += 1) runs.push(await step(bench, reply, QUESTION));
      const best = runs.reduce((least, each) => (each.cpuMs < least.cpuMs ? each : least));
      figures[`${name}_bytesPerPayload`] = Number((best.bytes / reply.text.length).toFixed(2));
      figures[`${name}_cpuMs`] = best.cpuMs;
    }
  }
  return figures;
}

/** Measures steps with a megabyte of conversation, less the cost of the same step without one. */
export async function historyRow(bench: StreamBench): Promise<Record<string, number>> {
  const reply: PacedReply = { kind: 'text', text: 'Done.', perEvent: 8, perSecond: 0 };
  const history = longHistory();
  const all: Record<string, number> = {};
  for (const [name, messages] of Object.entries({ empty: QUESTION, megabyte: history })) {
    for (let warm = 0; warm < 5; warm += 1) await step(bench, reply, messages);
    const before = await cpuMs(bench.server.pid);
    for (let run = 0; run < 10; run += 1) await step(bench, reply, messages, false);
    all[name] = ((await cpuMs(bench.server.pid)) - before) / 10;
  }
  return {
    history_bytes: JSON.stringify(history).length,
    history_stepCpuMs: Math.round(all.megabyte ?? Number.NaN),
    history_emptyStepCpuMs: Math.round(all.empty ?? Number.NaN),
  };
}

/** Measures from the provider's first piece on its socket to the first piece on ours. */
export async function firstTokenRow(bench: StreamBench): Promise<Record<string, number>> {
  const delays: number[] = [];
  for (let run = 0; run < 15; run += 1) {
    const reply: PacedReply = { kind: 'text', text: 'word '.repeat(30), perEvent: 5, perSecond: 50 };
    bench.provider.play([reply]);
    const first = firstDelta(bench.server.port);
    await bench.provider.next('asked');
    await pause(30);
    bench.provider.begin();
    const at = await first;
    delays.push(at - (await bench.provider.next('began')).at);
    await bench.provider.next('sent');
  }
  delays.sort((a, b) => a - b);
  const at = (share: number) => Number((delays[Math.floor(delays.length * share)] ?? Number.NaN).toFixed(1));
  return { firstToken_medianMs: at(0.5), firstToken_slowestMs: at(0.99) };
}

type Messages = readonly unknown[];

const QUESTION: Messages = [{ id: 'user-1', role: 'user', parts: [{ type: 'text', text: 'write' }] }];

/** Returns fifty steps that wrote files of 20 kB. */
function longHistory(): Messages {
  const steps = Array.from({ length: 50 }, (_, index) => ({
    id: `step-${index}`,
    role: 'assistant',
    parts: [
      { type: 'text', text: `Now the file ${index}.` },
      {
        type: 'dynamic-tool',
        toolName: 'devonz_write_file',
        toolCallId: `call-${index}`,
        state: 'output-available',
        input: { path: `src/file${index}.ts`, content: sampleCode(20_000) },
        output: { path: `src/file${index}.ts`, note: 'Written.' },
      },
    ],
  }));
  return [...QUESTION, ...steps];
}

async function step(
  bench: StreamBench,
  reply: PacedReply,
  messages: Messages,
  isMeasured = true,
): Promise<{ bytes: number; cpuMs: number }> {
  bench.provider.play([reply]);
  bench.provider.begin();
  const before = isMeasured ? await cpuMs(bench.server.pid) : 0;
  let bytes = 0;
  const response = await ask(bench.server.port, messages);
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer); // without an encoding, a response yields buffers
    bytes += (chunk as Buffer).byteLength; // the same
  }
  const body = Buffer.concat(chunks).toString('utf8');
  if (response.statusCode !== 200 || body.includes('"type":"error"')) throw new Error(`The step failed: ${body.slice(0, 300)}`);
  return { bytes, cpuMs: isMeasured ? Math.round((await cpuMs(bench.server.pid)) - before) : 0 };
}

async function firstDelta(port: number): Promise<number> {
  const response = await ask(port, QUESTION);
  let at = Number.NaN;
  for await (const chunk of response) {
    if (Number.isNaN(at) && String(chunk).includes('text-delta')) at = performance.timeOrigin + performance.now();
  }
  return at;
}

function ask(port: number, messages: Messages) {
  const toolNames = ['devonz_write_file'];
  return postChat(port, { chatId: 'bench', modelId: 'openai:bench', mode: 'agent', system: '', messages, toolNames, joinsInputs: true });
}

/** Returns the CPU time so far of a process and its descendants. */
async function cpuMs(pid: number): Promise<number> {
  let ticks = 0;
  for (const one of await processTree(pid)) {
    const stat = await readFile(`/proc/${one}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks * 10; // A tick is a hundredth of a second on every Linux that Node runs on.
}
