// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { keepPlace, makeInSight } from './make-in-sight.ts';

afterEach(() => document.body.replaceChildren());

/** Returns a place that contains a host, `top` pixels below the upper edge of the window. */
function hostAt(top: number): { place: HTMLElement; host: HTMLElement } {
  const [place, host] = [document.createElement('div'), document.createElement('div')];
  place.appendChild(host);
  document.body.appendChild(place);
  host.getBoundingClientRect = () => new DOMRect(0, top, 640, 200);
  return { place, host };
}

/** Returns the state of host and place when the view was created, and when it was measured. */
function made(host: HTMLElement, place: HTMLElement) {
  const seen: string[] = [];
  const look = (when: string) => void seen.push(`${when}: ${host.style.position} ${host.style.width} in ${place.style.height}`);
  makeInSight(host, 300, () => {
    look('made');
    return { measure: () => look('measured') };
  });
  return seen;
}

test('a view far below is made and measured in the window, while its place keeps its height', () => {
  const { place, host } = hostAt(window.innerHeight + 500);
  expect(made(host, place)).toEqual(['made: fixed 640px in 300px', 'measured: fixed 640px in 300px']);
  expect([host.style.position, host.style.width, place.style.height]).toEqual(['', '', '']);
});

test('one that is seen is made where it is, in a place that keeps the height of the one before', () => {
  const { place, host } = hostAt(10);
  Object.defineProperty(place, 'offsetHeight', { value: 512 });
  keepPlace(host);
  expect(made(host, place)).toEqual(['made:   in 512px', 'measured:   in 512px']);
  expect(place.style.height).toBe('');
});
