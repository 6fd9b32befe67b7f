// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AttachedImage } from '../../../lib/protocol/attachments/image-schema.ts';
import { contentHashSchema } from '../../../lib/protocol/ids.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { $chat, $returnedText, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { OverlayProvider } from '../../page/overlay-context.tsx';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions, type ScriptedActions } from '../../testing/fake-actions.ts';
import { messageAids } from '../message-box/deferred-aids.ts';
import { MessageBox } from '../message-box/message-box.tsx';
import { ImageDropColumn } from './image-drop-column.tsx';
import { SentImages } from './sent-images.tsx';

beforeAll(async () => void (await Promise.all([messageAids.load(), import('../models/model-dialog.tsx'), import('./image-dialog.tsx')])));

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  $chat.set(INITIAL_CHAT_STATE);
  $returnedText.set(null);
  $models.set({ models: [], defaultModelId: '', problems: [] });
});

function imageOf(name: string, rest: Partial<AttachedImage> = {}): AttachedImage {
  const hash = contentHashSchema.parse(Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64));
  return { hash, mediaType: 'image/png', name, width: 40, height: 30, size: 1_000, ...rest };
}

const fromWorker: ScriptedActions = {
  send: async () => undefined,
  prepareImage: async (file: File) => ({ ok: true, image: imageOf(file.name) }),
  readImage: async () => new Blob(['x'], { type: 'image/png' }),
};

async function show(scripted: ScriptedActions = {}) {
  const actions = fakeActions({ ...fromWorker, ...scripted });
  render(
    <ReadyWorkbench actions={actions}>
      <OverlayProvider>
        <ImageDropColumn>
          <p>The conversation</p>
          <MessageBox variant="session" />
        </ImageDropColumn>
      </OverlayProvider>
    </ReadyWorkbench>,
  );
  await act(async () => undefined);
  return actions;
}

const png = (name: string) => new File(['x'], name, { type: 'image/png' });
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const clipboard = (files: File[], text = '') => ({ clipboardData: { files, getData: () => text } });
const paste = (...files: File[]) => act(async () => void fireEvent.paste(box(), clipboard(files)));
const shown = () => screen.queryAllByRole('img').map((image) => image.getAttribute('alt') ?? image.getAttribute('aria-label'));
const sent = (actions: { calls: { name: string; arguments: unknown[] }[] }) => actions.calls.filter(({ name }) => name === 'send');
const model = (rest: Partial<ModelInfo>) =>
  $models.set({ models: [{ id: 'a:b', provider: 'a', name: 'Model B', ...rest }], defaultModelId: 'a:b', problems: [] });

describe('images in the message box', () => {
  it('are pasted, shown with their name and size, and sent with the words', async () => {
    const actions = await show();
    await paste(png('chart.png'));
    expect(shown()).toEqual(['Image chart.png, 40 × 30']);
    fireEvent.change(box(), { target: { value: 'What is this?' } });
    await act(async () => void fireEvent.keyDown(box(), { key: 'Enter' }));
    expect(sent(actions)).toEqual([{ name: 'send', arguments: ['What is this?', undefined, [{ image: imageOf('chart.png') }]] }]);
    expect(shown()).toEqual([]);
  });

  it('are sent without words, too', async () => {
    const actions = await show();
    await paste(png('chart.png'));
    await act(async () => screen.getByRole('button', { name: 'Send' }).click());
    expect(sent(actions)).toEqual([{ name: 'send', arguments: ['', undefined, [{ image: imageOf('chart.png') }]] }]);
  });

  it('are dropped anywhere on the column, which says so while they are over it', async () => {
    await show();
    const target = screen.getByText('The conversation');
    const dataTransfer = {
      types: ['Files'],
      items: [{ kind: 'file', type: 'image/png' }],
      files: [png('one.png'), png('two.png')],
      dropEffect: 'none',
    };
    fireEvent.dragOver(target, { dataTransfer });
    expect(screen.getByText('Drop images to attach them to your message')).toBeTruthy();
    await act(async () => void fireEvent.drop(target, { dataTransfer }));
    expect(screen.queryByText('Drop images to attach them to your message')).toBeNull();
    expect(shown()).toEqual(['Image one.png, 40 × 30', 'Image two.png, 40 × 30']);
  });

  it('are chosen with the button', async () => {
    await show();
    expect(screen.getByRole('button', { name: 'Attach images' })).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>('Images to attach');
    await act(async () => void fireEvent.change(field, { target: { files: [png('one.png')] } }));
    expect(shown()).toEqual(['Image one.png, 40 × 30']);
  });

  it('leave text that was copied together with a picture of itself to the field', async () => {
    await show();
    await act(async () => void fireEvent.paste(box(), clipboard([png('cells.png')], 'a\tb')));
    expect(shown()).toEqual([]);
  });

  it('can be taken off again, each once attached only', async () => {
    await show();
    await paste(png('one.png'));
    await paste(png('one.png'));
    expect(shown()).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toBe('"one.png" is attached already.');
    await act(async () => screen.getByRole('button', { name: 'Remove one.png' }).click());
    expect(shown()).toEqual([]);
  });

  it('that cannot be attached say why, and the words can be hidden', async () => {
    await show({ prepareImage: async () => ({ ok: false, why: '"a.heic" was not attached: it is HEIC.' }) });
    await paste(png('a.heic'));
    expect(screen.getByRole('alert').textContent).toBe('"a.heic" was not attached: it is HEIC.');
    await act(async () => screen.getByRole('button', { name: 'Hide what was not attached' }).click());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of a file that moves are said to be its first picture alone, before anything is sent', async () => {
    await show({ prepareImage: async (file) => ({ ok: true, image: imageOf(file.name), isMoving: file.name.endsWith('.gif') }) });
    await paste(png('still.png'));
    expect(screen.queryByText(/first picture/)).toBeNull();
    await paste(png('clip.gif'));
    expect(screen.getByText(/first picture/).textContent).toBe('Only the first picture of clip.gif is sent: what moves in it is not.');
  });

  it('are at most ten, and how many were left out is said', async () => {
    await show();
    await paste(...Array.from({ length: 20 }, (_, place) => png(`${place}.png`)));
    expect(shown()).toHaveLength(10);
    expect(screen.getByRole('alert').textContent).toBe('A message has at most 10 images: 10 of 20 were not attached.');
  });

  it('are together no larger than a request may be', async () => {
    await show({ prepareImage: async (file) => ({ ok: true, image: imageOf(file.name, { size: 1_400_000 }) }) });
    await paste(png('1.png'), png('2.png'), png('3.png'), png('4.png'));
    expect(shown()).toHaveLength(3);
    expect(screen.getByRole('alert').textContent).toContain(
      '"4.png" was not attached: the images of one message may have 4.5 MB together.',
    );
  });

  it('wait for one that is still being read: nothing is sent without it', async () => {
    let finish: () => void = () => undefined;
    const actions = await show({
      prepareImage: (file) => new Promise((resolve) => (finish = () => resolve({ ok: true, image: imageOf(file.name) }))),
    });
    await paste(png('one.png'));
    fireEvent.change(box(), { target: { value: 'Look' } });
    await act(async () => void fireEvent.keyDown(box(), { key: 'Enter' }));
    expect(sent(actions)).toEqual([]);
    await act(async () => finish());
    await act(async () => void fireEvent.keyDown(box(), { key: 'Enter' }));
    expect(sent(actions)).toHaveLength(1);
  });

  it('are there again after a reload, and with a message that was taken back', async () => {
    await show();
    await paste(png('one.png'));
    cleanup();
    await show();
    expect(await screen.findByRole('img', { name: 'Image one.png, 40 × 30' })).toBeTruthy();
    act(() => $returnedText.set({ text: 'Again', attachments: [{ image: imageOf('two.png') }] }));
    await act(async () => undefined);
    expect(shown()).toEqual(['Image one.png, 40 × 30', 'Image two.png, 40 × 30']);
  });
});

describe('a model that sees no images', () => {
  it('is named before sending, and nothing is said of one that sees or that nobody knows of', async () => {
    model({ seesImages: false });
    await show();
    expect(screen.queryByRole('button', { name: 'Use another model' })).toBeNull();
    await paste(png('one.png'));
    expect(screen.getByRole('alert').textContent).toContain('Model B sees no images');
    act(() => model({ seesImages: true }));
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => model({}));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be changed there', async () => {
    model({ seesImages: false });
    await show();
    await paste(png('one.png'));
    await act(async () => screen.getByRole('button', { name: 'Use another model' }).click());
    expect(await screen.findByRole('dialog', { name: 'Model' })).toBeTruthy();
  });
});

describe('an image of the conversation', () => {
  async function open(scripted: ScriptedActions = {}) {
    const actions = fakeActions({ ...fromWorker, ...scripted });
    render(
      <ReadyWorkbench actions={actions}>
        <SentImages images={[imageOf('chart of 1/2.webp')]} />
      </ReadyWorkbench>,
    );
    await act(async () => screen.getByRole('button', { name: 'Open Image chart of 1/2.webp, 40 × 30' }).click());
    await screen.findByRole('dialog', { name: 'Image chart of 1/2.webp, 40 × 30' });
    return actions;
  }

  it('opens large, and is saved into the project under a name that is asked for', async () => {
    const actions = await open({ saveImage: async () => null });
    fireEvent.click(screen.getByRole('button', { name: 'Save into the project' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Path in the project' }).value).toBe('public/chart of 1-2.png');
    await act(async () => screen.getByRole('button', { name: 'Save' }).click());
    expect(actions.calls.find(({ name }) => name === 'saveImage')?.arguments[1]).toBe('public/chart of 1-2.png');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that was not saved says why, and the name stays', async () => {
    await open({ saveImage: async () => 'public/a.png exists already. Choose another name.' });
    fireEvent.click(screen.getByRole('button', { name: 'Save into the project' }));
    await act(async () => screen.getByRole('button', { name: 'Save' }).click());
    expect(screen.getByRole('alert').textContent).toContain('exists already');
    expect(screen.getByRole('textbox', { name: 'Path in the project' })).toBeTruthy();
  });

  it('that is no longer stored keeps its place and its name', async () => {
    await open({ readImage: async () => null });
    expect(screen.getAllByRole('img', { name: 'Image chart of 1/2.webp, 40 × 30' })[0]?.textContent).toBe('No longer stored');
  });
});
