import { cpuUsage } from 'node:process';
import { TurnReader } from '../../app/lib/agent/stream/turn-reader.ts';

export interface TurnReaderFigures {
  /** Characters of the written file. */
  size: number;
  deltas: number;
  streamBytes: number;
  cpuMs: number;
  /** The longest single `push`, in milliseconds. */
  longestPushMs: number;
}

const DELTA_CHARACTERS = 4;
/** Bytes per network chunk. */
const CHUNK_BYTES = 16_384;

/** Streams a `devonz_write_file` of `size` characters in deltas of 4 through the reader and measures the cost. */
export function benchTurnReader(size = 200_000): TurnReaderFigures {
  const content = 'export const line = "a string with \\"quotes\\" and \\n ends";\n'.repeat(Math.ceil(size / 60)).slice(0, size);
  const { bytes, deltas } = streamOf(content);
  const reader = new TurnReader();
  const before = cpuUsage();
  let longestPushMs = 0;
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const start = performance.now();
    reader.push(bytes.subarray(at, at + CHUNK_BYTES));
    reader.liveParts();
    longestPushMs = Math.max(longestPushMs, performance.now() - start);
  }
  const turn = reader.end();
  const used = cpuUsage(before);
  if (JSON.stringify(turn.parts[0]).length < size) throw new Error('The bench did not read the file.');
  return { size, deltas, streamBytes: bytes.length, cpuMs: (used.user + used.system) / 1_000, longestPushMs };
}

function streamOf(content: string): { bytes: Uint8Array; deltas: number } {
  const input = { path: 'src/big.ts', content };
  const json = JSON.stringify(input);
  const lines: string[] = [JSON.stringify({ type: 'tool-input-start', toolCallId: 'c', toolName: 'devonz_write_file' })];
  for (let at = 0; at < json.length; at += DELTA_CHARACTERS) {
    const inputTextDelta = json.slice(at, at + DELTA_CHARACTERS);
    lines.push(JSON.stringify({ type: 'tool-input-delta', toolCallId: 'c', inputTextDelta }));
  }
  const deltas = lines.length - 1;
  lines.push(JSON.stringify({ type: 'tool-input-available', toolCallId: 'c', toolName: 'devonz_write_file', input }));
  lines.push(JSON.stringify({ type: 'finish', finishReason: 'tool-calls' }));
  return { bytes: new TextEncoder().encode(lines.map((line) => `data: ${line}\n\n`).join('')), deltas };
}

/** For `npm run bench -- turn-reader`. */
export async function bench(): Promise<Record<string, number>> {
  return { ...benchTurnReader() };
}
