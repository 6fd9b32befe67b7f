import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { ReliableLink } from './reliable-link.ts';

interface Side {
  link: ReliableLink;
  heard: unknown[];
}

function side(clock: ManualClock): Side {
  const heard: unknown[] = [];
  return { heard, link: new ReliableLink({ deliver: (head) => heard.push(head), later: clock.later }) };
}

/** A connection that delivers what was sent when a test says so, and can break with anything still on its way. */
class Wire {
  readonly #left: Side;
  readonly #right: Side;
  #toRight: (string | Uint8Array)[] = [];
  #toLeft: (string | Uint8Array)[] = [];

  constructor(left: Side, right: Side) {
    this.#left = left;
    this.#right = right;
    const received = [left.link.received, right.link.received] as const;
    left.link.attach({ send: (data) => this.#toRight.push(data) }, received[1]);
    right.link.attach({ send: (data) => this.#toLeft.push(data) }, received[0]);
  }

  carry(count: number): void {
    for (let n = 0; n < count; n += 1) {
      hand(this.#toRight.shift(), this.#right);
      hand(this.#toLeft.shift(), this.#left);
    }
  }

  cut(): void {
    this.#toRight = [];
    this.#toLeft = [];
    this.#left.link.detach();
    this.#right.link.detach();
  }
}

function hand(data: string | Uint8Array | undefined, to: Side): void {
  if (data === undefined) return;
  if (typeof data === 'string') to.link.confirm(JSON.parse(data).received);
  else to.link.receive(data.slice());
}

describe('a link', () => {
  it('loses and repeats nothing, however often its sockets are cut and whatever was on its way', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant('left' as const) },
      { weight: 5, arbitrary: fc.constant('right' as const) },
      { weight: 4, arbitrary: fc.nat(6) },
      { weight: 1, arbitrary: fc.constant('cut' as const) },
      { weight: 1, arbitrary: fc.constant('time' as const) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const clock = new ManualClock();
        const left = side(clock);
        const right = side(clock);
        let wire = new Wire(left, right);
        const said = { left: 0, right: 0 };
        for (const what of steps) {
          if (what === 'left') left.link.send(said.left++, new Uint8Array(said.left % 50));
          else if (what === 'right') right.link.send(said.right++);
          else if (what === 'time') clock.advance(100);
          else if (what === 'cut') {
            wire.cut();
            wire = new Wire(left, right);
          } else wire.carry(what);
        }
        wire.cut();
        wire = new Wire(left, right);
        wire.carry(1000);
        expect(right.heard).toEqual(Array.from({ length: said.left }, (_, n) => n));
        expect(left.heard).toEqual(Array.from({ length: said.right }, (_, n) => n));
      }),
    );
  });

  it('forgets what is confirmed, without a message of the other side, in time', () => {
    const clock = new ManualClock();
    const left = side(clock);
    const right = side(clock);
    const wire = new Wire(left, right);
    left.link.send('one');
    wire.carry(1);
    clock.advance(100);
    wire.carry(1);
    const again: unknown[] = [];
    left.link.attach({ send: (data) => again.push(data) }, 1);
    expect(again).toEqual([]);
  });

  it('refuses a gap, and confirmations of what was never sent', () => {
    const clock = new ManualClock();
    const sent: Uint8Array[] = [];
    const left = side(clock);
    left.link.attach({ send: (data) => typeof data !== 'string' && sent.push(data) }, 0);
    left.link.send('one');
    left.link.send('two');
    expect(() => side(clock).link.receive(sent[1] ?? new Uint8Array())).toThrow('Message 1 is missing.');
    expect(() => left.link.confirm(3)).toThrow('never sent');
    expect(() => left.link.receive(new Uint8Array(4))).toThrow('too short');
  });
});
