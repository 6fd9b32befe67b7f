import type { WireRequest } from '../scripted-endpoint.ts';

/** Of a run's requests, in bytes unless it says otherwise. */
export interface RequestFigures {
  requests: number;
  /** The JSON bodies of all requests, summed. */
  sent: number;
  /** Of the first request: its tools and its system messages, as JSON. */
  fixed: number;
  /** Of the fixed part: the tools alone. */
  tools: number;
  /** How much of a request the next one begins with, in percent: of all pairs of neighbours the median and the smallest. 100 for a single request. */
  keptMedian: number;
  keptWorst: number;
  /** How much of all that was sent a provider has in its cache, in percent: what each request begins with that the one before was. */
  cached: number;
}

/**
 * A request as a provider's cache sees it: its tools, then its messages, each as JSON and on a line of its own, so that a request which only has more at its
 * end has the one before as its beginning.
 */
function serialized({ tools, messages }: WireRequest): Buffer {
  return Buffer.from([...tools, ...messages].map((part) => `${JSON.stringify(part)}\n`).join(''));
}

/** How much of each request the next one begins with, in percent. */
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
