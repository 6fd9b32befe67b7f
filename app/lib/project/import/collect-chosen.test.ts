import { describe, expect, it } from 'vitest';
import { collectChosen } from './collect-chosen.ts';

/** Returns a file as a file dialog provides it; `path` is its path in the chosen folder. */
function chosen(name: string, { path = '', type = '' } = {}): File {
  const file = new File(['text'], name, { type });
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
}

describe('collectChosen', () => {
  it.each([
    ['by its name', chosen('Shop.ZIP')],
    ['by its type', chosen('shop', { type: 'application/x-zip-compressed' })],
  ])('takes one zip file for a project, known %s', (_how, file) => {
    expect(collectChosen([file])).toEqual({ type: 'zip', name: file.name, file });
  });

  it('takes a zip file beside others for a file as they are', () => {
    const files = [chosen('shop.zip'), chosen('index.html')];
    expect(collectChosen(files)).toEqual({
      type: 'files',
      name: null,
      files: files.map((file) => ({ path: file.name, file })),
      skipped: [],
    });
  });

  it('keeps a zip file that is all a chosen folder holds', () => {
    const file = chosen('shop.zip', { path: 'backups/shop.zip' });
    expect(collectChosen([file])).toEqual({ type: 'files', name: 'backups', files: [{ path: 'shop.zip', file }], skipped: [] });
  });

  it('names a project after the one folder that was chosen', () => {
    const files = [chosen('a.ts', { path: 'shop/a.ts' }), chosen('b.ts', { path: 'shop/src/b.ts' })];
    expect(collectChosen(files)).toMatchObject({ name: 'shop', files: [{ path: 'a.ts' }, { path: 'src/b.ts' }] });
  });
});
