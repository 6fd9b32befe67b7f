import { monotonicNow, monotonicOrigin } from '../../base/monotonic-now.ts';
import { WasiErrno } from './wasi-errno.ts';
import type { WasiCall, WasiContext } from './wasi-file-calls.ts';

export interface WasiProgram {
  args: readonly string[];
  /** Each in the form `NAME=value`. */
  env: readonly string[];
  /** Never returns. */
  exit(code: number): void;
}

const CLOCKS = 4;
const SUBSCRIPTION_BYTES = 48;
const EVENT_BYTES = 32;
const CLOCK_SUBSCRIPTION = 0;
const ABSOLUTE_TIME = 1;
/** The browser's limit for one call. */
const RANDOM_BYTES = 65_536;

/** Returns nanoseconds. All clocks are one, because threads compare times, and their `performance.now()` start at different times. */
function now(): bigint {
  return BigInt(Math.round((monotonicOrigin + monotonicNow()) * 1000)) * 1000n;
}

function totalBytes(context: WasiContext, texts: readonly string[]): number {
  return texts.reduce((total, text) => total + context.memory.encode(text).length + 1, 0);
}

/** Returns how many milliseconds a subscription waits, or `null` for a descriptor, which is always ready. */
function waitOf(view: DataView, at: number): number | null {
  if (view.getUint8(at + 8) !== CLOCK_SUBSCRIPTION) return null;
  const timeout = view.getBigUint64(at + 24, true);
  const isAbsolute = (view.getUint16(at + 40, true) & ABSOLUTE_TIME) !== 0;
  return Math.max(0, Number(isAbsolute ? timeout - now() : timeout) / 1_000_000);
}

function poll({ memory }: WasiContext, input: number, output: number, count: number, result: number): number {
  if (count === 0) return WasiErrno.INVALID;
  const { view } = memory;
  const subscriptions = Array.from({ length: count }, (_, index) => {
    const at = (input >>> 0) + index * SUBSCRIPTION_BYTES;
    return { at, wait: waitOf(view, at) };
  });
  const wait = Math.min(...subscriptions.map((subscription) => subscription.wait ?? 0));
  if (wait > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
  const ready = subscriptions.filter((subscription) => (subscription.wait ?? 0) <= wait);
  for (const [index, { at }] of ready.entries()) {
    const event = (output >>> 0) + index * EVENT_BYTES;
    memory.bytes(event, EVENT_BYTES).fill(0);
    memory.setUint64(event, view.getBigUint64(at, true));
    view.setUint8(event + 10, view.getUint8(at + 8));
  }
  memory.setUint32(result, ready.length);
  return WasiErrno.SUCCESS;
}

/** Creates the calls on the process itself: arguments, environment, clocks, random numbers, waiting and exit. */
export function createWasiProcessCalls(context: WasiContext, program: WasiProgram): Record<string, WasiCall> {
  const { memory } = context;
  const sizes = (texts: readonly string[], count: number, bytes: number): void => {
    memory.setUint32(count, texts.length);
    memory.setUint32(bytes, totalBytes(context, texts));
  };
  const withoutSockets = () => WasiErrno.NOT_SUPPORTED;
  return {
    args_get: (pointers: number, buffer: number) => memory.setTexts(pointers, buffer, program.args),
    args_sizes_get: (count: number, bytes: number) => sizes(program.args, count, bytes),
    environ_get: (pointers: number, buffer: number) => memory.setTexts(pointers, buffer, program.env),
    environ_sizes_get: (count: number, bytes: number) => sizes(program.env, count, bytes),
    clock_res_get(clock: number, result: number) {
      if (clock >= CLOCKS) return WasiErrno.INVALID;
      memory.setUint64(result, 1000n);
    },
    clock_time_get(clock: number, _precision: bigint, result: number) {
      if (clock >= CLOCKS) return WasiErrno.INVALID;
      memory.setUint64(result, now());
    },
    random_get(address: number, length: number) {
      const target = memory.bytes(address, length);
      // The browser rejects shared memory.
      for (let at = 0; at < target.length; at += RANDOM_BYTES)
        target.set(crypto.getRandomValues(new Uint8Array(Math.min(RANDOM_BYTES, target.length - at))), at);
    },
    poll_oneoff: (input: number, output: number, count: number, result: number) => poll(context, input, output, count, result),
    proc_exit: (code: number) => program.exit(code),
    proc_raise: () => WasiErrno.NOT_SUPPORTED,
    sched_yield: () => {},
    sock_accept: withoutSockets,
    sock_recv: withoutSockets,
    sock_send: withoutSockets,
    sock_shutdown: withoutSockets,
  };
}
