import { workerChannel } from '../../workers/worker-channel.ts';
import { type Easel, shrinkImage } from './shrink-image.ts';
import type { Shrinking, ToShrinkWorker } from './shrink-messages.ts';

// Entry of a worker that shrinks one image and is then terminated, which frees the memory at once.

const channel = workerChannel<ToShrinkWorker, Shrinking>();

channel.onmessage = ({ data }) => {
  shrunk(data).then(
    (shrinking) => channel.postMessage(shrinking),
    () => channel.postMessage({ ok: false, why: 'broken' }),
  );
};

async function shrunk({ file, mediaType }: ToShrinkWorker): Promise<Shrinking> {
  const image = await shrinkImage(easelOf(await createImageBitmap(file, { imageOrientation: 'from-image' })), mediaType);
  return image === null ? { ok: false, why: 'too-large' } : { ok: true, image };
}

function easelOf(bitmap: ImageBitmap): Easel {
  return {
    width: bitmap.width,
    height: bitmap.height,
    async encode({ width, height }, mediaType, quality) {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('there is no canvas');
      context.imageSmoothingQuality = 'high';
      if (mediaType === 'image/jpeg') {
        context.fillStyle = '#fff';
        context.fillRect(0, 0, width, height);
      }
      context.drawImage(bitmap, 0, 0, width, height);
      const blob = await canvas.convertToBlob({ type: mediaType, quality });
      return new Uint8Array(await blob.arrayBuffer());
    },
  };
}
