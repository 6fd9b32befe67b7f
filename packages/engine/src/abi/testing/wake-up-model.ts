/**
 * Models the protocol of synchronous calls between a process and the kernel (request-mailbox.ts, system-call-client.ts,
 * kernel/workers/serve-channel.ts) as a machine of single atomic steps, so that every interleaving of both sides can be explored.
 */
interface ModelState {
  /** The current step of each side. */
  process: string;
  kernel: string;
  // Shared memory.
  state: 'waiting' | 'answered';
  request: number | null;
  mailbox: number;
  watched: boolean;
  received: number;
  answer: number;
  // The process's own state: the current call, the number of messages posted, whether it sleeps.
  call: number;
  posted: number;
  asyncLeft: number;
  isAsleep: boolean;
  // The port, and the kernel's own state: the call it answers, the one it will answer later, whether it continues to poll afterwards.
  queue: number[];
  current: number;
  deferred: number | null;
  isLooking: boolean;
  /** The calls in the order in which the kernel took them; asynchronous ones are negative. */
  served: number[];
  /** The calls in the order in which the process made them. */
  made: number[];
}

/** A part of the protocol to omit, to verify that the model detects it. */
export type Fault =
  | 'none'
  | 'no second look at WATCHED'
  | 'no last look'
  | 'last look first'
  | 'wakes without looking'
  | 'sleeps without comparing'
  | 'does not count messages';

export interface ModelOptions {
  calls: number;
  asyncCalls: number;
  fault: Fault;
}

/** Returns the possible next states; none at the end, or on a deadlock. */
type Step = (state: ModelState) => ModelState[];

const to = (state: ModelState, change: Partial<ModelState>): ModelState => ({ ...state, ...change });

function processStep(state: ModelState, { calls, fault }: ModelOptions): ModelState[] {
  const next = (process: string, change: Partial<ModelState> = {}) => [to(state, { process, ...change })];
  switch (state.process) {
    case 'begin': {
      if (state.call === calls) return [];
      const message = -1 - state.posted;
      const posts =
        state.asyncLeft === 0
          ? []
          : next('begin', {
              asyncLeft: state.asyncLeft - 1,
              posted: state.posted + 1,
              queue: [...state.queue, message],
              made: [...state.made, message],
            });
      return [...posts, ...next('look', { state: 'waiting', made: [...state.made, state.call] })];
    }
    case 'look':
      return next(state.watched ? 'compare' : 'post');
    case 'compare':
      return next(fault === 'does not count messages' || state.received === state.posted ? 'write' : 'post');
    case 'write':
      return next(fault === 'no second look at WATCHED' ? 'wait' : 'look again', { mailbox: state.call, request: state.call });
    case 'look again':
      return next(state.watched ? 'wait' : 'take back');
    case 'take back':
      return next(state.request === null ? 'wait' : 'post', { request: null });
    case 'post':
      return next('wait', { posted: state.posted + 1, queue: [...state.queue, state.call] });
    case 'wait':
      return next(state.state === 'answered' ? 'read' : 'sleep');
    case 'sleep':
      if (state.state === 'answered' && fault !== 'sleeps without comparing') return next('wait');
      return next('asleep', { isAsleep: true });
    case 'asleep':
      return state.isAsleep ? [] : next(fault === 'wakes without looking' ? 'read' : 'wait');
    case 'read':
      if (state.answer !== state.call) throw new Error(`call ${state.call} got the answer of ${state.answer}`);
      return next('begin', { call: state.call + 1 });
    default:
      throw new Error(state.process);
  }
}

/** A call is answered now or later; either way in three steps: the answer, its state, the notification. */
function serve(state: ModelState, call: number, isLooking: boolean): ModelState[] {
  const served = [...state.served, call];
  return [
    to(state, { kernel: 'answer', current: call, isLooking, served }),
    to(state, { kernel: isLooking ? 'stop' : 'idle', deferred: call, served }),
  ];
}

const answersDeferred = (state: ModelState): ModelState[] =>
  state.deferred === null
    ? []
    : [to(state, { kernel: 'answer', current: state.deferred, deferred: null, isLooking: state.kernel === 'looking' })];

function kernelStep(state: ModelState, { fault }: ModelOptions): ModelState[] {
  const next = (kernel: string, change: Partial<ModelState> = {}) => [to(state, { kernel, ...change })];
  switch (state.kernel) {
    case 'idle': {
      const [message, ...queue] = state.queue;
      const later = answersDeferred(state);
      if (message === undefined) return later;
      const taken = to(state, { queue, received: state.received + 1 });
      if (message < 0) return [...later, to(taken, { served: [...state.served, message] })];
      // Whether it continues to poll afterwards is its own choice (adaptive-spin.ts).
      return [...later, ...serve(taken, message, false), to(taken, { kernel: 'watch', current: message })];
    }
    case 'watch':
      return serve(to(state, { watched: true }), state.current, true);
    case 'answer':
      return next('tell', { answer: state.current });
    case 'tell':
      return next('notify', { state: 'answered' });
    case 'notify':
      return next(state.isLooking ? 'looking' : 'idle', { isAsleep: false });
    case 'looking':
      return [...next('stop'), ...(state.request === null ? [] : next('take'))];
    case 'take':
      return state.request === null ? next('looking') : serve(to(state, { request: null }), state.mailbox, true);
    case 'stop':
      if (fault === 'no last look') return next('idle', { watched: false });
      return next(fault === 'last look first' ? 'early look' : 'last look', fault === 'last look first' ? {} : { watched: false });
    case 'early look':
      return state.request === null ? next('unwatch') : serve(to(state, { request: null, watched: false }), state.mailbox, false);
    case 'unwatch':
      return next('idle', { watched: false });
    case 'last look':
      return state.request === null ? next('idle') : serve(to(state, { request: null }), state.mailbox, false);
    default:
      throw new Error(state.kernel);
  }
}

function begin({ asyncCalls }: ModelOptions): ModelState {
  return {
    process: 'begin',
    kernel: 'idle',
    state: 'answered',
    request: null,
    mailbox: -1,
    watched: false,
    received: 0,
    answer: -1,
    call: 0,
    posted: 0,
    asyncLeft: asyncCalls,
    isAsleep: false,
    queue: [],
    current: -1,
    deferred: null,
    isLooking: false,
    served: [],
    made: [],
  };
}

/**
 * Explores every interleaving; throws at the first that loses a call, or serves one twice or out of order. Returns the number of states.
 */
export function exploreWakeUps(options: ModelOptions): number {
  const seen = new Set<string>();
  const open = [begin(options)];
  const steps: Step[] = [(state) => processStep(state, options), (state) => kernelStep(state, options)];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    seen.add(key);
    const following = steps.flatMap((step) => step(state));
    if (following.length === 0) checkEnd(state, options);
    open.push(...following);
  }
  return seen.size;
}

function checkEnd(state: ModelState, { calls }: ModelOptions): void {
  if (state.call !== calls) throw new Error(`call ${state.call} is never answered (${state.process}, ${state.kernel})`);
  const { made, served } = state;
  if (made.length !== served.length) throw new Error(`made ${made.join()}, served ${served.join()}`);
  if (made.join() !== served.join()) throw new Error(`one has overtaken another: made ${made.join()}, served ${served.join()}`);
}
