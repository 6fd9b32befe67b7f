export type FakeAnswer = Response | Error | 'never';

/** Answers by host and path (including the query if that is scripted), records the requests, and rejects requests that are not scripted. */
export class FakeEndpoint {
  readonly asked: { url: string; headers: Headers; body: unknown }[] = [];
  constructor(private readonly answers: Record<string, FakeAnswer>) {}

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input);
    this.asked.push({ url, headers: new Headers(init?.headers), body: bodyOf(init) });
    const { host, pathname, search } = new URL(url);
    const answer = this.answers[host + pathname + search] ?? this.answers[host + pathname];
    if (answer === undefined) throw new Error(`Nothing is scripted for ${url}.`);
    if (answer === 'never')
      return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    if (answer instanceof Error) throw answer;
    return answer.clone();
  };
}

function bodyOf(init: RequestInit | undefined): unknown {
  return typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
}
