import type { LLMock } from '@copilotkit/aimock';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { lastRequest, scriptModel } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Creates a picture in the browser: a blue field with a red left half. */
async function picture(page: Page, name: string, mimeType: string, width: number, height: number): Promise<PickedFile> {
  const base64 = await page.evaluate(
    async (given) => {
      const canvas = new OffscreenCanvas(given.width, given.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('there is no canvas');
      context.fillStyle = 'blue';
      context.fillRect(0, 0, given.width, given.height);
      context.fillStyle = 'red';
      context.fillRect(0, 0, given.width / 2, given.height);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: given.mimeType })).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    { mimeType, width, height },
  );
  return { name, mimeType, buffer: Buffer.from(base64, 'base64') };
}

/** Returns the same JPEG as written by a camera held upright, with its location. */
function fromCamera({ name, mimeType, buffer }: PickedFile): PickedFile {
  const tiff = Buffer.from([
    ...[0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 2],
    ...[0x01, 0x0e, 0, 2, 0, 0, 0, 12, 0, 0, 0, 38],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0],
    ...[0, 0, 0, 0],
    ...Buffer.from('52.52N13.4E\0'),
  ]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return { name, mimeType, buffer: Buffer.concat([buffer.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, buffer.subarray(2)]) };
}

async function pick(page: Page, ...files: PickedFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach images' }).click();
  await (await chooser).setFiles(files);
}

/** Returns the images of the latest request, as data URLs. */
function sentImages(models: LLMock): string[] {
  return lastRequest(models).match(/data:image\/[a-z]+;base64,[A-Za-z0-9+/=]+/g) ?? [];
}

/** Returns the size and corner colours of a data URL's image. */
function seen(page: Page, url: string) {
  return page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const colour = (x: number, y: number) => {
      const [red = 0, , blue = 0] = context?.getImageData(x, y, 1, 1).data ?? [];
      return red > blue ? 'red' : 'blue';
    };
    const { width, height } = image;
    return { width, height, top: colour(width / 2, 2), bottom: colour(width / 2, height - 3) };
  }, url);
}

test('an image reaches the model as small as it looks at it, upright, without what the camera wrote; it is there after a reload', async ({
  page,
  workbench,
  models,
}) => {
  scriptModel(models, [{ content: 'Red over blue.' }, { content: 'Still red over blue.' }]);
  await workbench.open();
  const photo = fromCamera(await picture(page, 'holiday.jpg', 'image/jpeg', 3_200, 1_600));
  await pick(page, photo);
  const draft = page.getByRole('list', { name: 'Images of this message' });
  await expect(draft.getByRole('img', { name: 'Image holiday.jpg, 784 × 1568' })).toBeVisible();
  await workbench.send('What do you see?');
  await expect(workbench.conversation).toContainText('Red over blue.');

  const [url = ''] = sentImages(models);
  expect(await seen(page, url)).toEqual({ width: 784, height: 1_568, top: 'red', bottom: 'blue' });
  expect(photo.buffer.includes('52.52N')).toBe(true);
  expect(Buffer.from(url.split(',')[1] ?? '', 'base64').includes('52.52N')).toBe(false);

  await page.reload();
  const shown = workbench.conversation.getByRole('img', { name: 'Image holiday.jpg, 784 × 1568' });
  await expect(shown).toBeVisible();
  // Until it is read, a placeholder with its name is shown.
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(784);
  await workbench.send('And now?');
  await expect(workbench.conversation).toContainText('Still red over blue.');
  expect(sentImages(models)).toEqual([url]);
});

test('images are pasted on the first screen and dropped on the conversation, and saved into the project on request', async ({
  page,
  workbench,
  models,
}) => {
  scriptModel(models, [{ content: 'One picture.' }, { content: 'Another.' }]);
  await workbench.open();
  const bring = async (type: 'paste' | 'drop', name: string, selector: string) => {
    const { buffer } = await picture(page, name, 'image/png', 320, 200);
    await page.evaluate(
      async (given) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(given.base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], given.name, { type: 'image/png' }));
        const target = document.querySelector(given.selector);
        const options = { bubbles: true, cancelable: true };
        if (given.type === 'paste') target?.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
        else for (const name of ['dragover', 'drop']) target?.dispatchEvent(new DragEvent(name, { ...options, dataTransfer: data }));
      },
      { type, name, selector, base64: buffer.toString('base64') },
    );
  };
  await bring('paste', 'first.png', 'textarea[aria-label="Message"]');
  await expect(page.getByRole('img', { name: 'Image first.png, 320 × 200' })).toBeVisible();
  await workbench.send('Look at this');
  await expect(workbench.conversation).toContainText('One picture.');
  expect(sentImages(models)).toHaveLength(1);

  await bring('drop', 'second.png', '[role="log"]');
  await expect(page.getByRole('img', { name: 'Image second.png, 320 × 200' })).toBeVisible();
  await workbench.send('And at this');
  await expect(workbench.conversation).toContainText('Another.');
  expect(sentImages(models)).toHaveLength(2);

  await workbench.conversation.getByRole('button', { name: 'Open Image first.png, 320 × 200' }).click();
  await expect(page.getByRole('dialog', { name: 'Image first.png, 320 × 200' })).toBeVisible();
  await expectAccessible(page, 'an image, large');
  await page.getByRole('button', { name: 'Save into the project' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('tree', { name: 'Files' })).toContainText('public');
});

test('what cannot be attached is refused with words, and the words stay in the box', async ({ page, workbench }) => {
  await workbench.open();
  await workbench.message.fill('Look at these');
  const png = await picture(page, 'half.png', 'image/png', 300, 200);
  const bomb = Buffer.from(png.buffer);
  bomb.writeUInt32BE(20_000, 16);
  bomb.writeUInt32BE(20_000, 20);
  await pick(
    page,
    { name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.concat([png.buffer.subarray(0, 40), Buffer.alloc(200, 7)]) },
    { name: 'bomb.png', mimeType: 'image/png', buffer: bomb },
    { name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1') },
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    { ...png, name: 'good.png' },
  );
  await expect(page.getByRole('img', { name: 'Image good.png, 300 × 200' })).toBeVisible();
  const said = page.locator('.message-box').getByRole('alert');
  await expect(said).toContainText('"nothing.png" was not attached: it is empty.');
  await expect(said).toContainText('"broken.png" was not attached: it is broken');
  await expect(said).toContainText('"bomb.png" was not attached: it has 400 megapixels');
  await expect(said).toContainText('"photo.heic" was not attached: it is HEIC');
  await expect(said).toContainText('"logo.svg" was not attached: it is SVG');
  await expect(workbench.message).toHaveValue('Look at these');
  await expectAccessible(page, 'images in the message box');
});

test('a model that sees no images is named before sending, at every width', async ({ page, demoServer, appErrors: _ }) => {
  const workbench = workbenchOf(page, demoServer);
  await workbench.open();
  await pick(page, await picture(page, 'screen.png', 'image/png', 1_200, 800));
  await expect(page.getByRole('alert').filter({ hasText: 'sees no images' })).toBeVisible();
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page, `an image in the message box at ${width} px`);
  }
  await page.getByRole('button', { name: 'Use another model' }).click();
  await expect(page.getByRole('dialog', { name: 'Model' })).toBeVisible();
});
