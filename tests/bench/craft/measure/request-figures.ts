import type { WireRequest } from '../scripted-endpoint.ts';

/** Figures about a run's requests, in bytes unless stated otherwise. */
export interface RequestFigures {
  requests: number;
  /** The JSON bodies of all requests, summed. */
  sent: number;
  /** Tools and system messages of the first request, as JSON. */
  fixed: number;
  /** The tools in the fixed part. */
  tools: number;
  /**
   * The share of a request that the next one repeats from its beginning, in percent: the median and the minimum over all pairs. 100 for a
   * single request.
   */
  keptMedian: number;
  keptWorst: number;
  /**
   * The share of all sent bytes that a provider has cached, in percent: the beginning that each request has in common with the previous
   * one.
   */
  cached: number;
}

/**
 * Formats a request so that prefixes can be compared as by a provider's cache: its tools, then its messages, each as one line of JSON. A
 * request that only adds messages begins with the whole previous one.
 */
function serialized({ tools, messages }: WireRequest): Buffer {
  return Buffer.from([...tools, ...messages].map((part) => `${JSON.stringify(part)}\n`).join(''));
}

/** For each request, the share that the next one repeats from its beginning, in percent. */
export function keptShares(requests: readonly WireRequest[]): number[] {
  return pairsOf(requests.map(serialized)).map(({ kept, of }) => (100 * kept) / of);
}

function pairsOf(whole: readonly Buffer[]): { kept: number; of: number }[] {
  return whole.slice(1).map((next, index) => {
    const before = whole[index] ?? Buffer.alloc(0);
    return { kept: commonPrefix(before, next), of: before.length };
  });
}

export function requestFigures(requests: readonly WireRequest[]): RequestFigures {
  const whole = requests.map(serialized);
  const pairs = pairsOf(whole);
  const shares = pairs.map(({ kept, of }) => (100 * kept) / of).sort((a, b) => a - b);
  const [first] = requests;
  const system = first?.messages.filter(({ role }) => role === 'system' || role === 'developer') ?? [];
  const tools = bytesOf(first?.tools ?? []);
  return {
    requests: requests.length,
    sent: sum(requests.map(({ bytes }) => bytes)),
    fixed: tools + sum(system.map(bytesOf)),
    tools,
    keptMedian: median(shares),
    keptWorst: shares[0] ?? 100,
    cached: (100 * sum(pairs.map(({ kept }) => kept))) / Math.max(1, sum(whole.map(({ length }) => length))),
  };
}

function commonPrefix(a: Buffer, b: Buffer): number {
  const end = Math.min(a.length, b.length);
  let length = 0;
  while (length < end && a[length] === b[length]) length += 1;
  return length;
}

function bytesOf(part: unknown): number {
  return Buffer.byteLength(JSON.stringify(part));
}

function median(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return 100;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
