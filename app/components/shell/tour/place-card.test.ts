import { expect, test } from 'vitest';
import { placeCard } from './place-card.ts';

const AREA = { left: 0, top: 44, width: 1000, height: 700 };
const CARD = { width: 336, height: 160 };

test('the card is below what it is about, else above it', () => {
  const low = { left: 20, top: 600, width: 400, height: 100 };
  expect(placeCard({ anchor: { ...low, top: 100 }, free: null, card: CARD, area: AREA })).toEqual({ left: 20, top: 210 });
  expect(placeCard({ anchor: low, free: low, card: CARD, area: AREA })).toEqual({ left: 20, top: 430 });
});

test('below something in the header it may be at the very top', () => {
  const tabs = { left: 480, top: 4, width: 300, height: 36 };
  expect(placeCard({ anchor: tabs, free: null, card: CARD, area: AREA })).toEqual({ left: 480, top: 50 });
});

test('it stays in the window', () => {
  const anchor = { left: 900, top: 60, width: 80, height: 28 };
  expect(placeCard({ anchor, free: null, card: CARD, area: AREA })).toEqual({ left: 654, top: 98 });
});

test('the message box is never covered', () => {
  const anchor = { left: 20, top: 100, width: 400, height: 40 };
  const free = { left: 0, top: 150, width: 500, height: 120 };
  expect(placeCard({ anchor, free, card: CARD, area: AREA })).toEqual({ left: 654, top: 574 });
  const atBottom = { left: 0, top: 600, width: 1000, height: 140 };
  expect(placeCard({ anchor: null, free: atBottom, card: CARD, area: AREA })).toEqual({ left: 654, top: 54 });
});
