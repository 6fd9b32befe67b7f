import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webCryptoHasher } from '../../agent/testing/test-session.ts';
import { contentHashSchema } from '../../protocol/ids.ts';
import type { Session, SessionRecord } from '../session-file-schema.ts';
import { momentsOf } from './page-moments.ts';
import { sessionPage } from './session-page.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function sessionOf(events: SessionRecord['event'][], contents: Session['contents'] = new Map(), title = 'Shop'): Session {
  const records = events.map((event, sequence): SessionRecord => ({ version: 1, sequence, at: 1_000 * sequence, event }));
  const header = { format: 'devonz-session' as const, version: 1 as const, title, records: records.length, contents: 0, gone: [] };
  return { header: { ...header, withoutSecretsOf: [] }, records, contents };
}

const said = (text: string): SessionRecord['event'] => ({
  type: 'user-message',
  message: { id: 'm', role: 'user', parts: [{ type: 'text', text }] },
  mode: 'agent',
});

test('a page shows what was said and done, in order, with what changed in a file', async () => {
  const [one, two] = [bytes('a\nb\nc\n'), bytes('a\nx\nc\n')];
  const [first, second] = await Promise.all([one, two].map((content) => webCryptoHasher.hash(content)));
  const file = (hash: typeof first): SessionRecord['event'] => ({
    type: 'file-changed',
    path: 'src/a.ts',
    hash: contentHashSchema.parse(hash),
    size: 6,
    by: 'agent',
  });
  const contents = new Map([
    [contentHashSchema.parse(first), one],
    [contentHashSchema.parse(second), two],
  ]);
  const moments = momentsOf(
    sessionOf([said('Build it'), file(first), file(second), { type: 'run-ended', outcome: 'completed' }], contents),
  );
  expect(moments.map(({ kind }) => kind)).toEqual(['user', 'file', 'file', 'note']);
  expect(moments[2]?.html).toContain('<span class="removed">-b</span>\n<span class="added">+x</span>');
});

test('nothing that a session holds becomes markup of its page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<script>x</script>', '"><img src=x onerror=y>', '</script>', '&lt;', '<!--'),
      async (text, hostile) => {
        const words = `${text}${hostile}${text}`;
        const page = await sessionPage(
          sessionOf(
            [{ type: 'chat-created', title: words }, said(words), { type: 'user-command-started', command: words }],
            new Map(),
            words,
          ),
          webCryptoHasher,
        );
        expect(page.match(/<script/g)).toHaveLength(1);
        expect(page.match(/<img|<!--/g)).toBeNull();
        expect(page.match(/<article /g)).toHaveLength(2);
      },
    ),
    { numRuns: 100 },
  );
});
