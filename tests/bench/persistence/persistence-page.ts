import type { LivePart } from '../../../app/lib/agent/contract/conversation-state.ts';
import { projectRecords } from '../../../app/lib/agent/conversation/projection.ts';
import { checkpointsOf } from '../../../app/lib/chat/checkpoints.ts';
import { openDatabase } from '../../../app/lib/persistence/database.ts';
import { createJournalStore } from '../../../app/lib/persistence/journal-store.ts';
import { createProjectFileStore } from '../../../app/lib/persistence/project-file-store.ts';
import { type ChatId, type ContentHash, contentHashSchema, type ProjectId, type StepId } from '../../../app/lib/protocol/ids.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function hashOf(content: Uint8Array<ArrayBuffer>): Promise<ContentHash> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return contentHashSchema.parse([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}

/** Returns text that compresses like code. */
function codeOf(seed: number, bytes: number): string {
  const lines: string[] = [];
  let state = seed + 1;
  const next = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state % limit;
  };
  for (let length = 0; length < bytes; ) {
    const line = `${'  '.repeat(next(4))}const value${next(100_000)} = compute${next(50)}(input${next(1_000)}, { option: ${next(10_000)} });`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n').slice(0, bytes);
}

async function stores(name: string) {
  const database = await openDatabase(name, { onClosed: () => undefined });
  return { database, journal: createJournalStore(database, Date.now), files: createProjectFileStore(database) };
}

/** The rows, each with its own database; the driver of the page measures what is only visible from outside. */
const rows = {
  /** Streams a response of 1,000 tokens per second, passed on as the agent does. */
  async stream(isKept: boolean): Promise<void> {
    const { journal } = await stores('stream');
    let text = '';
    const end = performance.now() + 10_000;
    for (let tick = 0; performance.now() < end; tick++) {
      text += 'four'.repeat(40);
      const parts: LivePart[] = [{ type: 'text', id: 't', text }];
      if (isKept && tick % 10 === 0) journal.keepPartial('stream' as ChatId, 'step' as StepId, parts);
      await pause(40);
    }
  },
  async fillSession(steps: number): Promise<void> {
    const { journal } = await stores(`session of ${steps}`);
    const chatId = 'session' as ChatId;
    await journal.append(chatId, { type: 'chat-created', title: 'Long' });
    const said = { id: 'u', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Do it' }] };
    await journal.append(chatId, { type: 'user-message', message: said, mode: 'agent' });
    await journal.append(chatId, { type: 'run-started', maxIterations: 1_000 });
    for (let step = 0; step < steps; step++) {
      const stepId = `step-${step}` as StepId;
      const toolCallId = `call-${step}` as never;
      const input = { path: `src/file-${step % 50}.ts`, content: codeOf(step, 6_000) };
      await journal.append(chatId, { type: 'step-started', stepId, modelId: 'm' });
      const call = { type: 'dynamic-tool' as const, state: 'input-available' as const, toolCallId, toolName: 'devonz_write_file', input };
      const parts = [{ type: 'text' as const, text: 'I change this file now. '.repeat(20) }, call];
      await journal.append(chatId, { type: 'step-finished', stepId, parts, finishReason: 'tool-calls', usage: {} });
      await journal.append(chatId, {
        type: 'tool-call-validated',
        stepId,
        toolCallId,
        toolName: 'devonz_write_file',
        input: { path: 'x' },
      });
      await journal.append(chatId, { type: 'tool-call-started', toolCallId });
      const output = { path: input.path, created: true, diff: codeOf(step + 1, 3_000) };
      const effects = [{ type: 'file-modified' as const, path: input.path }];
      await journal.append(chatId, { type: 'tool-call-succeeded', toolCallId, output, durationMs: 3, effects });
    }
    await journal.append(chatId, { type: 'run-ended', outcome: 'completed' });
  },
  /** Measures from the database to the state that the page shows, and the part after reading. In milliseconds. */
  async openSession(steps: number): Promise<{ openMs: number; projectMs: number }> {
    const { journal } = await stores(`session of ${steps}`);
    const times: number[] = [];
    const projections: number[] = [];
    for (let run = 0; run < 5; run++) {
      const start = performance.now();
      const { records } = await journal.load('session' as ChatId);
      const read = performance.now();
      const state = projectRecords(records);
      times.push(performance.now() - start);
      projections.push(performance.now() - read);
      if (state.messages.length < steps) throw new Error('The session was not read.');
    }
    return { openMs: median(times), projectMs: median(projections) };
  },
  /** Creates a project of 5,000 files, then runs 100 tasks that change 3 of them each. */
  async checkpoints(): Promise<{ checkpointMs: number; listMs: number; storedBytes: number; changedBytes: number }> {
    const { database, journal } = await stores('checkpoints');
    const chatId = 'checkpoints' as ChatId;
    const write = async (path: string, text: string) => {
      const content = bytesOf(text);
      await journal.appendFile(chatId, { path, content, hash: await hashOf(content), by: 'agent', before: null });
    };
    await journal.append(chatId, { type: 'chat-created', title: 'Large', projectId: 'large' as ProjectId });
    for (let file = 0; file < 5_000; file++) await write(`src/${file % 100}/file-${file}.ts`, codeOf(file, 4_000));
    const sizeOf = async () => (await database.getAll('blobs')).reduce((sum: number, blob) => sum + bytesIn(blob), 0);
    const before = await sizeOf();
    const times: number[] = [];
    let changedBytes = 0;
    for (let task = 0; task < 100; task++) {
      const texts = [0, 1, 2].map((index) => codeOf(100_000 + task * 3 + index, 4_000));
      for (const text of texts) changedBytes += await compressedSize(bytesOf(text));
      const start = performance.now();
      await journal.append(chatId, { type: 'run-started', maxIterations: 25 });
      for (const [index, text] of texts.entries()) await write(`src/${index}/file-${(task * 3 + index) % 5_000}.ts`, text);
      times.push(performance.now() - start);
    }
    const start = performance.now();
    checkpointsOf((await journal.load(chatId)).records);
    const listMs = performance.now() - start;
    return { checkpointMs: median(times), listMs, storedBytes: (await sizeOf()) - before, changedBytes };
  },
  async estimate(): Promise<number> {
    return (await navigator.storage.estimate()).usage ?? 0;
  },
};

function bytesIn(blob: unknown): number {
  if (blob instanceof Uint8Array) return blob.byteLength;
  return typeof blob === 'object' && blob !== null ? Object.values(blob).reduce((sum: number, value) => sum + bytesIn(value), 0) : 0;
}

async function compressedSize(content: Uint8Array<ArrayBuffer>): Promise<number> {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

export type PersistenceRows = typeof rows;
Object.assign(globalThis, { rows });
