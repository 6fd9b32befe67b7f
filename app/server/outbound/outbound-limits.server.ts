/** Limits for the requests of one client. */
export const OUTBOUND_RATE = {
  /** The maximum number of concurrent requests. */
  concurrent: 12,
  /** Requests in a burst, and how many more are allowed each second. */
  burst: 120,
  perSecond: 5,
} as const;

/** Above this number, the clients that were unused longest are forgotten. */
const MOST_CLIENTS = 10_000;

interface Client {
  running: number;
  /** Requests that the client may send right now. */
  tokens: number;
  seenAt: number;
}

export type Admission = { ok: true; release(): void } | { ok: false; reason: 'concurrent' | 'rate'; retryAfterSeconds: number };

export interface OutboundLimits {
  admit(client: string): Admission;
}

/** Counts in this server's memory. A server that runs as several instances counts in each one separately. */
export function createOutboundLimits(now: () => number): OutboundLimits {
  const clients = new Map<string, Client>();
  const find = (name: string): Client => {
    const at = now();
    const known = clients.get(name) ?? { running: 0, tokens: OUTBOUND_RATE.burst, seenAt: at };
    known.tokens = Math.min(OUTBOUND_RATE.burst, known.tokens + ((at - known.seenAt) / 1000) * OUTBOUND_RATE.perSecond);
    known.seenAt = at;
    // Moves the client to the end: the map is ordered from oldest to newest use.
    clients.delete(name);
    clients.set(name, known);
    for (const [oldest, { running }] of clients) {
      if (clients.size <= MOST_CLIENTS) break;
      if (running === 0) clients.delete(oldest);
    }
    return known;
  };
  return {
    admit(name) {
      const client = find(name);
      if (client.running >= OUTBOUND_RATE.concurrent) return { ok: false, reason: 'concurrent', retryAfterSeconds: 1 };
      if (client.tokens < 1) return { ok: false, reason: 'rate', retryAfterSeconds: (1 - client.tokens) / OUTBOUND_RATE.perSecond };
      client.tokens -= 1;
      client.running += 1;
      let isReleased = false;
      return {
        ok: true,
        release() {
          if (isReleased) return;
          isReleased = true;
          client.running -= 1;
        },
      };
    },
  };
}
