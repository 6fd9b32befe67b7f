import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeAhead } from './make-ahead.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}

test('whatever waits for the other, all items come in their order, and no more than the limit lies there', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ size: fc.nat(50), makes: fc.nat(3), takes: fc.nat(3) }), { maxLength: 20 }),
      fc.nat(120),
      fc.nat(4),
      async (steps, most, begins) => {
        let lying = 0;
        let largest = 0;
        const ahead = makeAhead(
          (async function* () {
            for (const [index, { size, makes }] of steps.entries()) {
              for (let turns = 0; turns < makes; turns += 1) await turn();
              lying += size;
              largest = Math.max(largest, lying);
              yield { index, size };
            }
          })(),
          ({ size }) => size,
          most,
        );
        for (let turns = 0; turns < begins; turns += 1) await turn();
        const taken: number[] = [];
        for await (const { index, size } of ahead.items()) {
          lying -= size;
          taken.push(index);
          for (let turns = 0; turns < (steps[index]?.takes ?? 0); turns += 1) await turn();
        }
        expect(taken).toEqual(steps.map((_step, index) => index));
        // At any time one item may be in preparation, and one on its way to the consumer.
        expect(largest).toBeLessThanOrEqual(most + 2 * 50);
      },
    ),
  );
});

test('what fails is heard after what had been made before it', async () => {
  const ahead = makeAhead(
    (async function* () {
      yield 1;
      throw new Error('the disk is gone');
    })(),
    () => 1,
    10,
  );
  await turn();
  const items = ahead.items();
  expect(await items.next()).toEqual({ value: 1, done: false });
  await expect(items.next()).rejects.toThrow('the disk is gone');
});

test('once it is stopped nothing more is made', async () => {
  let made = 0;
  const ahead = makeAhead(
    (async function* () {
      for (;;) yield ++made;
    })(),
    () => 1,
    3,
  );
  await turn();
  ahead.stop();
  const before = made;
  await turn();
  expect([made, await all(ahead.items())]).toEqual([before, [1, 2, 3, 4]]);
});
