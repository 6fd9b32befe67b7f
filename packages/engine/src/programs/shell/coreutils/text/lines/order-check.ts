import { type CommandContext, CommandError } from '../../command.ts';

/** Reports once for each file of `join` and `comm` that it is not sorted. */
export interface OrderCheck {
  /** Unless requested, the order is only checked once a line was unpaired. */
  hasUnpaired: boolean;
  /** `difference` compares a line of a file with the next one; above 0 means out of order. Returns null if there is nothing to report. */
  check(side: 0 | 1, difference: number): Promise<void> | null;
  isDisordered(side: 0 | 1): boolean;
  /** Fails if a file was not sorted. */
  finish(): void;
}

export function orderCheck(context: CommandContext, flags: ReadonlySet<string>, describe: (file: 1 | 2) => string): OrderCheck {
  const isStrict = flags.has('check-order');
  const isOff = flags.has('nocheck-order') && !isStrict;
  const isSaid = [false, false];
  const order: OrderCheck = {
    hasUnpaired: false,
    check(side, difference) {
      if (difference <= 0 || isOff || isSaid[side] === true || !(isStrict || order.hasUnpaired)) return null;
      isSaid[side] = true;
      const message = describe(side === 0 ? 1 : 2);
      if (isStrict) throw new CommandError(message);
      return say(context, message);
    },
    isDisordered: (side) => isSaid[side] === true,
    finish() {
      if (isSaid.includes(true)) throw new CommandError('input is not in sorted order');
    },
  };
  return order;
}

async function say({ name, stdout, stderr }: CommandContext, message: string): Promise<void> {
  await stdout.flush();
  await stderr.writeLine(`${name}: ${message}`);
}
