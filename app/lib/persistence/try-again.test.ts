import { expect, test } from 'vitest';
import { tryingAgain } from './try-again.ts';

function store(failures: readonly string[]) {
  const left = [...failures];
  let asked = 0;
  const pauses: number[] = [];
  const made = {
    async write(value: string) {
      asked++;
      const name = left.shift();
      if (name !== undefined) throw new DOMException('', name);
      return `written ${value}`;
    },
    of: (project: string) => ({ project }),
    size: 3,
  };
  const again = tryingAgain(made, async (milliseconds) => void pauses.push(milliseconds));
  return { again, pauses, asked: () => asked };
}

test('what the browser has ended is done again, at once and then with pauses', async () => {
  const { again, pauses } = store(['AbortError', 'InvalidStateError', 'UnknownError']);
  expect(await again.write('a')).toBe('written a');
  expect(pauses).toEqual([0, 250, 1_000]);
});

test('what fails for good, or for want of room, fails', async () => {
  const full = store(['QuotaExceededError']);
  await expect(full.again.write('a')).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(full.asked()).toBe(1);
  const gone = store(Array.from({ length: 9 }, () => 'AbortError'));
  await expect(gone.again.write('a')).rejects.toMatchObject({ name: 'AbortError' });
  expect(gone.asked()).toBe(5);
});

test('what throws at once, since no transaction can be begun, is done again as well', async () => {
  let asked = 0;
  const again = tryingAgain(
    {
      write(): Promise<string> {
        asked++;
        if (asked === 1) throw new DOMException('', 'InvalidStateError');
        return Promise.resolve('written');
      },
      refuse(): Promise<string> {
        throw new TypeError('no such thing');
      },
    },
    async () => undefined,
  );
  expect(await again.write()).toBe('written');
  expect(() => again.refuse()).toThrow(TypeError);
});

test('what answers at once does so', () => {
  const { again } = store([]);
  expect(again.of('shop')).toEqual({ project: 'shop' });
  expect(again.size).toBe(3);
});
