import { expect, test } from 'vitest';
import { deviceSize, percent, scaleOf } from './device-size.ts';

const PHONE = { width: 390, height: 844 };
const CUSTOM = { width: 600, height: 500 };

test('a device that is turned is as wide as it was high; the pane’s own size stays', () => {
  expect(deviceSize('phone', false, CUSTOM)).toEqual(PHONE);
  expect(deviceSize('phone', true, CUSTOM)).toEqual({ width: 844, height: 390 });
  expect([deviceSize('custom', false, CUSTOM), deviceSize('custom', true, CUSTOM)]).toEqual([CUSTOM, { width: 500, height: 600 }]);
  expect([deviceSize('desktop', false, CUSTOM), deviceSize('desktop', true, CUSTOM)]).toEqual([null, null]);
});

test('fit shows all of a device in either direction, and never more than its size', () => {
  expect(scaleOf('fit', PHONE, { width: 1_000, height: 422 })).toBe(0.5);
  expect(scaleOf('fit', PHONE, { width: 195, height: 4_000 })).toBe(0.5);
  expect(scaleOf('fit', PHONE, { width: 4_000, height: 4_000 })).toBe(1);
});

test('a zoom that was chosen holds whatever the pane is, and a pane without a size hides nothing', () => {
  expect(scaleOf(0.75, PHONE, { width: 10, height: 10 })).toBe(0.75);
  expect(scaleOf('fit', PHONE, { width: 0, height: 0 })).toBe(1);
});

test('a scale is said in whole percents', () => {
  expect([percent(1), percent(0.6249)]).toEqual(['100 %', '62 %']);
});
