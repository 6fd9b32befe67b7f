import { describe, expect, test } from 'vitest';
import { webCryptoHasher } from '../../agent/testing/test-session.ts';
import type { AttachedImage } from '../../protocol/attachments/image-schema.ts';
import type { PreparedImage } from '../../protocol/attachments/prepared-image.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import type { WorkspacePath } from '../../runtime/types.ts';
import { createImageService } from './image-service.ts';
import type { Shrinking, ToShrinkWorker } from './shrink-messages.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 40, 0, 0, 0, 30]);

function setUp({ shrink = shrunk, failure }: { shrink?: (given: ToShrinkWorker) => Promise<Shrinking>; failure?: Error } = {}) {
  const blobs = new Map<ContentHash, Uint8Array>();
  const workspace = new MemoryWorkspace({ 'taken.png': 'x' });
  const said: string[] = [];
  const service = createImageService({
    journal: {
      async keepContent(hash, content) {
        if (failure !== undefined) throw failure;
        blobs.set(hash, content);
      },
    },
    read: async (hash) => blobs.get(hash) ?? null,
    hasher: webCryptoHasher,
    workspace,
    shrink,
    notices: { info: (message) => said.push(message) },
  });
  return { service, blobs, workspace, said };
}

/** Replaces the worker: returns the last byte of the file as an image. */
async function shrunk({ file }: ToShrinkWorker): Promise<Shrinking> {
  const bytes = new Uint8Array(await file.arrayBuffer()).slice(-1);
  return { ok: true, image: { mediaType: 'image/png', bytes, width: 40, height: 30 } };
}

const png = (name: string, last = 1) => new File([PNG, new Uint8Array([last])], name, { type: 'image/png' });
function imageOf(prepared: PreparedImage): AttachedImage {
  if (!prepared.ok) throw new Error(prepared.why);
  return prepared.image;
}

describe('an image that a user attaches', () => {
  test('is stored once under the hash of what will be sent, and can be shown', async () => {
    const { service, blobs } = setUp();
    const image = imageOf(await service.prepareImage(png('one.png')));
    expect(image).toMatchObject({ mediaType: 'image/png', name: 'one.png', width: 40, height: 30, size: 1 });
    expect(imageOf(await service.prepareImage(png('two.png'))).hash).toBe(image.hash);
    expect([...blobs.keys()]).toEqual([image.hash]);
    expect(await (await service.readImage(image))?.arrayBuffer()).toEqual(new Uint8Array([1]).buffer);
  });

  test('is there with its message, though it was swept from the store meanwhile', async () => {
    const { service, blobs } = setUp();
    const image = imageOf(await service.prepareImage(png('one.png')));
    blobs.clear();
    const event: JournalEvent = {
      type: 'user-message',
      message: { id: 'u', role: 'user', parts: [{ type: 'image', ...image }] },
      mode: 'agent',
    };
    expect(service.contentsOf(event)).toEqual(new Map([[image.hash, new Uint8Array([1])]]));
    expect(service.contentsOf({ type: 'step-counted' })).toEqual(new Map());
  });

  test('is decoded one at a time', async () => {
    let atWork = 0;
    let most = 0;
    const { service } = setUp({
      async shrink(given) {
        most = Math.max(most, ++atWork);
        const shrinking = await shrunk(given);
        atWork--;
        return shrinking;
      },
    });
    const files = Array.from({ length: 20 }, (_, place) => png(`${place}.png`, place));
    const prepared = await Promise.all(files.map((file) => service.prepareImage(file)));
    expect(prepared.filter(({ ok }) => ok)).toHaveLength(20);
    expect(most).toBe(1);
  });

  test.each([
    ['empty', new File([], 'a.png'), '"a.png" was not attached: it is empty.'],
    ['no image', new File(['hello'], 'a.txt'), '"a.txt" was not attached: it is no PNG, JPEG, WebP or GIF.'],
    ['larger than anything can decode', bomb(), '"bomb.png" was not attached: it has 100 megapixels; at most 50 can be decoded.'],
  ])('that is %s is refused with words before it is decoded', async (_what, file, why) => {
    const { service } = setUp({ shrink: () => Promise.reject(new Error('it was decoded')) });
    expect(await service.prepareImage(file)).toEqual({ ok: false, why });
  });

  test('that cannot be decoded or stored is refused with words, and the next one is taken', async () => {
    let isBroken = true;
    const { service } = setUp({
      shrink: async (given) => (isBroken ? { ok: false, why: 'broken' } : shrunk(given)),
    });
    const broken = await service.prepareImage(png('broken.png'));
    expect(broken).toEqual({ ok: false, why: '"broken.png" was not attached: it is broken: this browser cannot decode it.' });
    isBroken = false;
    expect(await service.prepareImage(png('good.png'))).toMatchObject({ ok: true });
    const full = setUp({ failure: new Error('the storage is full') });
    expect(await full.service.prepareImage(png('a.png'))).toEqual({
      ok: false,
      why: '"a.png" was not attached: the storage is full.',
    });
  });
});

function bomb(): File {
  const header = PNG.slice();
  new DataView(header.buffer).setUint32(16, 10_000);
  new DataView(header.buffer).setUint32(20, 10_000);
  return new File([header], 'bomb.png');
}

describe('an image saved into the project', () => {
  test('is a new file with its bytes', async () => {
    const { service, workspace, said } = setUp();
    const image = imageOf(await service.prepareImage(png('one.png')));
    expect(await service.saveImage(image, 'public/one.png')).toBeNull();
    expect(await workspace.readFile('public/one.png' as WorkspacePath)).toEqual(new Uint8Array([1]));
    expect(said).toEqual(['The image is in the project as public/one.png.']);
  });

  test('takes the place of no other file and leaves the project at no path', async () => {
    const { service, workspace } = setUp();
    const image = imageOf(await service.prepareImage(png('one.png')));
    expect(await service.saveImage(image, 'taken.png')).toBe('taken.png exists already. Choose another name.');
    expect(await service.saveImage(image, '')).toBe('Give the file a name.');
    expect(await service.saveImage(image, '../out.png')).not.toBeNull();
    expect(new TextDecoder().decode(await workspace.readFile('taken.png' as WorkspacePath))).toBe('x');
  });
});
