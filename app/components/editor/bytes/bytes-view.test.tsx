// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { BytesView } from './bytes-view.tsx';
import { SvgPicture } from './svg-picture.tsx';

afterEach(cleanup);

const show = (path: string, bytes: Uint8Array) =>
  render(<BytesView file={{ path, bytes, savedText: '', text: '', isBeingWritten: false, isBinary: true }} />);

test('a picture is shown with its size, and its bytes when it turns out to be none', () => {
  show('logo.png', new Uint8Array([1, 2, 3]));
  const picture = screen.getByRole('img', { name: 'Picture logo.png' });
  Object.defineProperties(picture, { naturalWidth: { value: 1_640 }, naturalHeight: { value: 480 } });
  fireEvent.load(picture);
  expect(screen.getByText('1,640 × 480 pixels')).toBeTruthy();
  expect(screen.getByText('3 bytes')).toBeTruthy();
  fireEvent.error(picture);
  expect(screen.getByText(/cannot be read as one/)).toBeTruthy();
  expect(screen.getByRole('document', { name: 'Bytes of logo.png' }).textContent).toContain('01 02 03');
});

test('a picture of more pixels than can be decoded is never drawn, and says how many it has', () => {
  const bomb = new Uint8Array(33);
  bomb.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(bomb.buffer);
  view.setUint32(16, 30_000);
  view.setUint32(20, 30_000);
  show('bomb.png', bomb);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText(/^It has 900 megapixels/)).toBeTruthy();
});

test('bytes are shown with their places and letters, some at first', () => {
  const bytes = new Uint8Array(10_000);
  bytes.set(new TextEncoder().encode('Hello'), 16);
  show('a.bin', bytes);
  const listing = screen.getByRole('document', { name: 'Bytes of a.bin' });
  expect(listing.textContent).toContain('00000010  48 65 6c 6c 6f');
  expect(listing.textContent).toContain('Hello');
  expect(screen.getByText('4 KB of 10 KB are shown.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(listing.textContent).toContain('00002700');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test.each([
  ['Windows-1252', new Uint8Array([0x63, 0x61, 0x66, 0xe9]), 'café'],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x68, 0x00, 0x69, 0x00]), 'hi'],
  ['UTF-16', new Uint8Array([0xfe, 0xff, 0x00, 0x68, 0x00, 0x69]), 'hi'],
])('a text in %s is read as such, and says that it cannot be edited', (encoding, bytes, text) => {
  show('a.txt', bytes);
  expect(screen.getByRole('document', { name: 'Text of a.txt' }).textContent).toContain(text);
  expect(screen.getByText(new RegExp(`read as ${encoding}`))).toBeTruthy();
});

test('an SVG file has its picture beside its text, which can be hidden', () => {
  render(<SvgPicture path="a.svg" text="<svg/>" />);
  expect(screen.getByRole('img', { name: 'Picture a.svg' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Hide the picture' }));
  expect(screen.queryByRole('img')).toBeNull();
});
