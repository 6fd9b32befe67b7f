// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AttachmentSource, TextAttachment } from '../../../lib/protocol/attachments/attachment.ts';
import { $files } from '../../../lib/stores/files.ts';
import { $mcp, type McpServerState } from '../../../lib/stores/mcp.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { messageAids } from '../message-box/deferred-aids.ts';
import { MessageBox } from '../message-box/message-box.tsx';

beforeAll(async () => void (await messageAids.load()));

const READY: McpServerState = {
  status: 'ready',
  tools: [],
  resources: [{ uri: 'memo://1', name: 'Shopping', description: 'A list', mimeType: null, size: null }],
  prompts: [
    { name: 'plan', description: '', arguments: [] },
    {
      name: 'translate',
      description: 'Says it in another language',
      arguments: [{ name: 'language', description: 'Of the answer', isRequired: true }],
    },
  ],
  remarks: [],
  serverName: 'Memory',
  serverVersion: '1',
  via: 'stdio',
};

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  sessionStorage.clear();
  $files.set(
    new Map([
      ['src', { kind: 'directory', change: 'none' }],
      ['src/shop.ts', { kind: 'file', change: 'none' }],
      ['src/app.tsx', { kind: 'file', change: 'none' }],
    ]),
  );
  $mcp.set(
    new Map<string, McpServerState>([
      ['memory', READY],
      ['away', { status: 'failed', why: 'It is gone.' }],
    ]),
  );
});
afterEach(() => {
  cleanup();
  $files.set(new Map());
  $mcp.set(new Map());
});

function show(
  attach: (source: AttachmentSource) => Promise<TextAttachment | null> = async (source) => ({ source, text: 'four', isCut: false }),
) {
  const actions = fakeActions({ send: async () => undefined, attach });
  render(
    <ReadyWorkbench actions={actions}>
      <MessageBox variant="session" />
    </ReadyWorkbench>,
  );
  const box = screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement;
  return {
    box,
    async type(value: string, caret = value.length) {
      await act(async () => {
        fireEvent.change(box, { target: { value } });
        box.setSelectionRange(caret, caret);
        fireEvent.select(box);
      });
    },
    press: (key: string) => act(async () => void fireEvent.keyDown(box, { key })),
    called: (name: string) => actions.calls.filter((call) => call.name === name).map((call) => call.arguments),
  };
}

const NAME = 'Files, resources and prompts';
const menu = () => screen.queryByRole('listbox', { name: NAME });
const options = () => within(screen.getByRole('listbox', { name: NAME })).getAllByRole('option');
const chips = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

test('@ lists files, resources and prompts of servers that are ready; what is typed narrows it', async () => {
  const { type } = show();
  await type('Look at @');
  expect(options().map((option) => option.textContent)).toEqual([
    'planPrompt of memory',
    'src/Folder: the names of its files',
    'ShoppingA list · memory',
    'translateSays it in another language · memory',
    'src/app.tsxFile of the project',
    'src/shop.tsFile of the project',
  ]);
  await type('Look at @sho');
  expect(options().map((option) => option.textContent)).toEqual(['ShoppingA list · memory', 'src/shop.tsFile of the project']);
});

test('a file that may hold keys says so where it is chosen, and when it is attached', async () => {
  $files.set(new Map([['.env.local', { kind: 'file', change: 'none' }]]));
  const { type, press } = show();
  await type('@.env');
  expect(options().map((option) => option.textContent)).toEqual(['.env.localMay hold keys, which the model would read']);
  await press('Enter');
  expect(chips()).toEqual(['.env.local4 characters · may hold keys']);
});

test('addresses of people, packages and text after the caret open no menu', async () => {
  const { type } = show();
  for (const text of ['me@src.net', 'npm i @types/node', '/run @src', '@src/nothing-like-it']) {
    await type(text);
    expect([text, menu()]).toEqual([text, null]);
  }
  await type('@src and more', 8);
  expect(menu()).toBeNull();
  await type('@src and more', 4);
  expect(menu()).not.toBeNull();
});

test('what is taken becomes an attachment with its size, and goes with the message', async () => {
  const { type, press, box, called } = show();
  await type('Fix @sho please', 8);
  await press('ArrowDown');
  expect(box.getAttribute('aria-activedescendant')).toBe(options()[1]?.id);
  await press('Enter');
  expect(box.value).toBe('Fix @src/shop.ts please');
  await type('Fix @src/shop.ts please @shopping');
  await press('Tab');
  expect(chips()).toEqual(['src/shop.ts4 characters', 'Shopping of memory4 characters, untrusted']);
  await press('Enter');
  expect(called('send')).toEqual([
    [
      'Fix @src/shop.ts please @Shopping',
      undefined,
      [
        { source: { kind: 'file', path: 'src/shop.ts' }, text: 'four', isCut: false },
        { source: { kind: 'resource', server: 'memory', uri: 'memo://1', name: 'Shopping' }, text: 'four', isCut: false },
      ],
    ],
  ]);
  expect(chips()).toEqual([]);
});

test('a long text that is pasted becomes an attachment at once, and the words around it stay in the box', async () => {
  const { type, press, box, called } = show();
  const log = 'line of a log\n'.repeat(20_000);
  await type('Why does this fail? ');
  await type(`Why does this fail? ${log}`);
  expect(box.value).toBe('Why does this fail? ');
  expect(chips()).toEqual(['Pasted text 1first 200,000 characters']);
  await type(`${log.slice(0, 60_000)}Why does this fail? `);
  expect(chips()).toEqual(['Pasted text 1first 200,000 characters', 'Pasted text 260,000 characters']);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Pasted text 1' }));
  await press('Enter');
  expect(called('send')).toEqual([
    ['Why does this fail?', undefined, [{ source: { kind: 'paste', number: 2 }, text: log.slice(0, 60_000), isCut: false }]],
  ]);
});

test('it can be removed, what could not be read leaves no chip, and a reload keeps the rest', async () => {
  const { type, press } = show(async (source) => (source.kind === 'file' ? { source, text: 'four', isCut: true } : null));
  await type('@shopping');
  await press('Enter');
  expect(chips()).toEqual([]);
  await type('@app');
  await press('Enter');
  await type('@shop.ts');
  await press('Enter');
  fireEvent.click(screen.getByRole('button', { name: 'Remove src/app.tsx' }));
  expect(chips()).toEqual(['src/shop.tsfirst 4 characters']);
  cleanup();
  show();
  expect(await screen.findByRole('button', { name: 'Remove src/shop.ts' })).toBeTruthy();
});

test('while it is being read the message waits in the box', async () => {
  const waiting: ((attachment: TextAttachment) => void)[] = [];
  const { type, press, box, called } = show(() => new Promise((resolve) => void waiting.push(resolve)));
  await type('See @app');
  await press('Enter');
  expect(chips()).toEqual(['src/app.tsxreading…']);
  await press('Enter');
  expect([called('send'), box.value]).toEqual([[], 'See @src/app.tsx ']);
  await act(async () => waiting[0]?.({ source: { kind: 'file', path: 'src/app.tsx' }, text: 'x', isCut: false }));
  await press('Enter');
  expect(called('send')).toHaveLength(1);
});

test('a command takes no attachment: it stays for the next message', async () => {
  const { type, press, called } = show();
  await type('@app');
  await press('Enter');
  await type('/stop');
  expect(screen.getByText(/What is attached stays for the next message/)).toBeTruthy();
  await press('Enter');
  expect(called('send')).toEqual([['/stop']]);
  expect(chips()).toEqual(['src/app.tsx4 characters']);
});

test('a prompt with arguments asks for them, and is attached with their values', async () => {
  // Loaded on first use.
  await import('./prompt-dialog.tsx');
  const { type, press, box, called } = show();
  await type('Please @trans');
  await press('Enter');
  expect(box.value).toBe('Please ');
  const dialog = await screen.findByRole('dialog', { name: 'Prompt translate' });
  const attach = within(dialog).getByRole('button', { name: 'Attach' });
  expect(attach).toHaveProperty('disabled', true);
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'language' }), { target: { value: 'French' } });
  await act(async () => void fireEvent.click(attach));
  expect(called('attach')).toEqual([[{ kind: 'prompt', server: 'memory', name: 'translate' }, { language: 'French' }]]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(chips()).toEqual(['translate of memory4 characters, untrusted']);
});
