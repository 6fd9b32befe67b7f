import { afterEach, describe, expect, it } from 'vitest';
import { createNoticeService } from '../notices/notice-service.ts';
import { $connections } from '../stores/connections.ts';
import { $notices } from '../stores/workbench.ts';
import { createConnectionsService } from './connections-service.ts';

const EMPTY = { providers: [], connections: [], dropped: [], keeping: { isOn: true, where: 'cookie' }, serverKeys: { state: 'granted' } };
const MINE = { id: 'openai', providerId: 'openai', name: 'OpenAI', owner: 'user', values: {}, secretsSet: ['apiKey'] };
const GIVEN = { providerId: 'openai', name: 'OpenAI', values: { apiKey: 'sk-canary-0123456789' } };

afterEach(() => {
  $connections.set({ state: 'loading' });
  $notices.set([]);
});

/** Creates a service whose requests get these responses in order; an extra request fails. */
function serviceOver(answers: (() => Response)[]) {
  const asked: string[] = [];
  let changes = 0;
  const service = createConnectionsService({
    request: async (input, init) => {
      asked.push(`${init?.method ?? 'GET'} ${String(input)} ${String(init?.body ?? '')}`.trim());
      const answer = answers.shift();
      if (answer === undefined) throw new Error('One request too many.');
      return answer();
    },
    notices: createNoticeService(),
    onChange: async () => {
      changes += 1;
    },
  });
  return { service, asked, changes: () => changes };
}

describe('connections of the user, in the page', () => {
  it('are saved by one request, seen by the next, and nothing of the key stays', async () => {
    const { service, asked, changes } = serviceOver([
      () => Response.json({ ...EMPTY, connections: [MINE], savedId: 'openai' }),
      () => Response.json({ ...EMPTY, connections: [MINE] }),
    ]);
    expect(await service.saveConnection(GIVEN)).toEqual({ ok: true, id: 'openai' });
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['POST', 'GET']);
    expect(changes()).toBe(1);
    expect(JSON.stringify([$connections.get(), $notices.get()])).not.toContain('canary');
  });

  it('that the browser has not kept are said to be lost', async () => {
    const { service } = serviceOver([
      () => Response.json({ ...EMPTY, connections: [MINE], savedId: 'openai' }),
      () => Response.json(EMPTY),
    ]);
    expect(await service.saveConnection(GIVEN)).toMatchObject({ ok: false, why: expect.stringContaining('did not keep it') });
  });

  it('that the server refuses come back with its words and the field', async () => {
    const refusal = { error: { code: 'invalid_connection', message: 'Copy it again, alone.', field: 'apiKey' } };
    const { service } = serviceOver([() => Response.json(refusal, { status: 400 }), () => Response.json(refusal, { status: 400 })]);
    expect(await service.saveConnection(GIVEN)).toEqual({ ok: false, why: 'Copy it again, alone.', field: 'apiKey' });
    expect(await service.testConnection(GIVEN, new AbortController().signal)).toEqual({
      ok: false,
      kind: 'other',
      message: 'Copy it again, alone.',
    });
  });

  it('that were dropped are said, and a server that is gone is no empty list', async () => {
    const { service } = serviceOver([
      () => Response.json({ ...EMPTY, dropped: [{ id: 'openai', message: 'Enter the key again.' }] }),
      () => {
        throw new TypeError('Failed to fetch');
      },
    ]);
    await service.refreshConnections();
    expect($notices.get().map(({ message }) => message)).toEqual(['Enter the key again.']);
    await service.refreshConnections();
    expect($connections.get()).toMatchObject({ state: 'failed', why: expect.stringContaining('could not be reached') });
  });

  it('are removed by the server, and a refusal is a notice', async () => {
    const { service, asked } = serviceOver([
      () => Response.json(EMPTY),
      () => Response.json(EMPTY),
      () => new Response('no', { status: 500 }),
    ]);
    expect(await service.removeConnection('openai')).toBe(true);
    expect(asked[0]).toBe('POST /api/connections {"action":"remove","id":"openai"}');
    expect(await service.removeConnection('openai')).toBe(false);
    expect($notices.get()[0]?.message).toMatch(/The connection was not removed: The server answered 500/);
  });
});
