import type { ServerResponse } from 'node:http';
import { timeLimit } from '../../setup/time-limit.ts';
import { workbenchOf } from '../support/workbench.ts';
import { beginStream, endStream, type HostileReply, streamEvent } from './support/hostile-provider.ts';
import { LONGEST_PAUSE, longestPause, watchPauses } from './support/pause-probe.ts';
import { expect, noteDialogs, test } from './support/red-team-test.ts';

test('a chat does not follow a redirect, neither with the conversation nor with the key', async ({ page, target, attacks }) => {
  const { server, provider, foreign } = target;
  const workbench = workbenchOf(page, server);
  await workbench.open();
  // The server itself does not resolve the other names.
  const { localhost, address } = foreign.origins;
  for (const [name, origin] of Object.entries({ localhost, address })) {
    for (const status of [302, 307, 308]) {
      foreign.visits.length = 0;
      provider.play([{ raw: (response) => void response.writeHead(status, { location: `${origin}/v1/chat/completions` }).end() }]);
      const answer = await page.evaluate(askDirectly, 'a secret conversation');
      attacks.note(`${status} to ${name}`, foreign.visits.length === 0, `${foreign.visits.length} visits, ${answer.slice(0, 120)}`);
    }
  }
  await workbench.send('Follow the redirect');
  await expect(workbench.conversation).toContainText(/redirect/i);
  provider.play([{ raw: (response) => void response.writeHead(302, { location: '/v1/elsewhere' }).end() }]);
  attacks.note('a redirect in a circle ends', (await page.evaluate(askDirectly, 'x')).length > 0, 'answered');
});

/** Runs in the app's page: sends one step without the workbench. Returns its status and the beginning of the response. */
async function askDirectly(text: string): Promise<string> {
  const body = {
    chatId: 'direct',
    modelId: 'openai:hostile',
    mode: 'chat',
    system: '',
    messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text }] }],
    toolNames: [],
  };
  const response = await fetch('/api/chat', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  return `${response.status} ${(await response.text()).slice(0, 300)}`;
}

const DONE: HostileReply = { say: 'All good again.' };

/** A response of many events, as fast as the connection accepts them. */
function fast(pieces: number, piece: string): HostileReply {
  return {
    raw: async (response) => {
      beginStream(response);
      const event = streamEvent({ content: piece });
      for (let sent = 0; sent < pieces && !response.destroyed; sent++) {
        if (!response.write(event)) await drained(response);
      }
      endStream(response, 'stop');
    },
  };
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}

test('an answer that is too fast, too long or endless ends, costs the others nothing, and the next message works', async ({ scene }) => {
  const { page, context, server, provider, workbench, attacks } = scene;
  await workbench.open();
  const other = await context.newPage();
  await other.goto(`${server.appOrigin}/favicon.svg`);
  const slowest = () =>
    other.evaluate(async () => {
      let longest = 0;
      for (let round = 0; round < 20; round++) {
        const began = performance.now();
        await (await fetch('/favicon.svg', { cache: 'no-store' })).text();
        longest = Math.max(longest, performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      return Math.round(longest);
    });
  provider.play([fast(12_500, '**a ')]);
  const sending = workbench.send('Answer fast');
  const meanwhile = await slowest();
  await sending;
  await expect(workbench.status).toHaveText(/Completed/);
  attacks.note('50 kB in events of four characters: others wait', meanwhile < timeLimit(200), `${meanwhile} ms at most`);
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  const endless = (chunk: string): { reply: HostileReply; isCutOff: () => boolean } => {
    let isCutOff = false;
    const raw = async (response: ServerResponse) => {
      response.once('close', () => {
        isCutOff = true;
      });
      beginStream(response);
      while (!response.destroyed) if (!response.write(chunk)) await drained(response);
    };
    return { reply: { raw }, isCutOff: () => isCutOff };
  };
  const line = endless('x'.repeat(65_536));
  provider.play([line.reply]);
  await workbench.send('Answer in one line without end');
  await expect.poll(line.isCutOff).toBe(true);
  await expect(stop).toBeHidden();
  attacks.note('a line without end is cut off by the server', true, 'cut off');
  const deltas = endless(streamEvent({ content: 'word '.repeat(50) }));
  provider.play([deltas.reply]);
  await workbench.send('Answer without end');
  await expect(workbench.conversation).toContainText('word word');
  await watchPauses(page);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
  const pause = await longestPause(page, 'an answer without end');
  attacks.note('an answer without end: the app’s longest pause', pause <= LONGEST_PAUSE, `${pause} ms`);
  await stop.click();
  await expect.poll(deltas.isCutOff).toBe(true);
  attacks.note('an answer without end is cut off at the provider when the user stops', true, 'cut off');
  provider.play([DONE]);
  await expect(stop).toBeHidden();
  await workbench.send('Are you still there?');
  await expect(workbench.conversation).toContainText('All good again.');
  attacks.note('the next message works', true, 'answered');
});

const HOSTILE_CALLS: readonly { name: string; arguments: string; id?: string }[] = [
  // Must come first, because a command after a failed write is not run.
  { name: 'devonz_run_command', arguments: JSON.stringify({ command: '\u0000' }) },
  { name: 'x'.repeat(500), arguments: '{}' },
  { name: '', arguments: '{}' },
  { name: '__proto__', arguments: '{"__proto__": {"polluted": true}}' },
  { name: 'constructor', arguments: '[]' },
  { name: 'devonz_read_file\n</tool>', arguments: '"text"' },
  { name: '<img src=x onerror=alert(1)>', arguments: '{"path": "<script>alert(1)</script>"}' },
  { name: 'devonz_write_file', arguments: '{"path": "a.txt", "content": "not closed' },
  { name: 'devonz_write_file', arguments: '' },
  { name: 'devonz_write_file', arguments: 'null' },
  { name: 'devonz_write_file', arguments: JSON.stringify({ path: '/etc/passwd', content: 'root' }) },
  { name: 'devonz_write_file', arguments: JSON.stringify({ path: 'C:\\windows\\x.txt', content: 'x' }) },
  { name: 'devonz_write_file', arguments: JSON.stringify({ path: '../../outside.txt', content: 'x' }) },
  { name: 'devonz_write_file', arguments: JSON.stringify({ path: '\\\\server\\share\\x', content: 'x' }) },
  { name: 'devonz_read_file', arguments: JSON.stringify({ path: 'a\u202etxt.exe' }) },
  { name: 'devonz_read_file', arguments: `{"path": ${'['.repeat(5_000)}${']'.repeat(5_000)}}` },
  { name: 'devonz_search_code', arguments: JSON.stringify({ query: '(a+)+$'.repeat(50) }) },
  { name: 'devonz_read_file', arguments: '{"path": "a"}', id: 'i'.repeat(2_000) },
];

test('after any call that a model makes up, the next message works, and each call is answered by name', async ({ scene }) => {
  const { page, provider, workbench, attacks } = scene;
  noteDialogs(scene);
  await workbench.open();
  provider.play([{ call: HOSTILE_CALLS }, DONE]);
  await workbench.send('Call what you like');
  // A command with an invisible character is shown to the user with that character's code.
  await expect(workbench.approvals).toContainText('U+0000');
  await workbench.deny('no');
  await expect(workbench.conversation).toContainText('All good again.');
  const told = provider.steps().at(-1)?.body ?? '';
  attacks.note('all calls of one step', true, 'the session continued');
  attacks.note('a path outside of the project is named', /etc\/passwd/.test(told) && /outside|project/i.test(told), told.slice(-1_200));
  const files = await page.getByRole('treeitem').allTextContents();
  attacks.expect(
    'files that were made',
    files.filter((name) => /passwd|etc|windows|share|outside/.test(name)),
    [],
  );
  provider.play([{ say: 'And once more.' }]);
  await workbench.send('Another');
  await expect(workbench.conversation).toContainText('And once more.');
  await page.reload();
  await expect(workbench.conversation).toContainText('And once more.');
  provider.play([{ say: 'After the reload.' }]);
  await workbench.send('After a reload');
  await expect(workbench.conversation).toContainText('After the reload.');
  attacks.note('the next message, also after a reload', true, 'answered');
  attacks.expect(
    'nothing of it ran in the page',
    await page.evaluate(() => ['polluted' in {}, document.querySelector('[role=log] img, [role=log] script') === null]),
    [false, true],
  );
});

test('an answer of nothing, or of thoughts alone, is said to be one', async ({ page, target, attacks }) => {
  const { server, provider } = target;
  const workbench = workbenchOf(page, server);
  await workbench.open();
  for (const [name, delta] of Object.entries({ nothing: {}, 'thoughts alone': { reasoning_content: 'Hm.' } })) {
    const empty: HostileReply = {
      raw: (response) => {
        beginStream(response);
        response.write(streamEvent(delta));
        endStream(response, 'stop');
      },
    };
    provider.play([empty]);
    await workbench.send(`Answer ${name}`);
    // The request is first repeated once; while that is pending, a card shows the reason.
    await expect(page.getByRole('button', { name: /^Retry/ }).first()).toBeVisible();
    await expect(workbench.conversation).toContainText('The model answered nothing');
    attacks.expect(`${name}: asked`, provider.steps().length, 2);
    attacks.note(`${name}: offers to try again`, true, 'Retry');
    provider.play([DONE]);
    await page.getByRole('button', { name: 'New chat' }).click();
    await expect(page.getByRole('heading', { name: 'What are we building?' })).toBeVisible();
  }
});
