import type { Evaluation, ModuleRecord } from './module-record.ts';

/**
 * Evaluates a graph in the order of the specification (ECMAScript, "Cyclic Module Records", Evaluate()). A cycle completes only with all
 * its members. Modules that wait for one awaiting module continue in the order in which they were visited, all in one turn.
 */
export class ModuleEvaluation {
  #order = 0;

  /** `run` executes one module's body and returns a promise if it awaits. */
  constructor(private readonly run: (record: ModuleRecord) => Promise<void> | null) {}

  /** Returns a promise if any module awaits. Throws what a module throws. */
  evaluate(asked: ModuleRecord): Promise<void> | null {
    // Reentrant call: the program requests a module of the graph that is being evaluated.
    if (asked.state.phase === 'evaluating' && asked.cycleRoot === null) return null;
    const record = asked.cycleRoot ?? asked;
    const stack: ModuleRecord[] = [];
    try {
      this.#visit(record, { walk: {}, stack, next: 0 });
    } catch (error) {
      for (const member of stack) member.state = { phase: 'failed', error };
      throw error;
    }
    return pendingOf(record);
  }

  #visit(record: ModuleRecord, walk: Walk): void {
    if (record.state.phase === 'failed') throw record.state.error;
    if (record.state.phase !== 'linked') return;
    if (record.source === null) {
      this.#visitLeaf(record);
      return;
    }
    const evaluation: Evaluation = {
      walk: walk.walk,
      index: walk.next,
      ancestor: walk.next,
      pending: 0,
      waiting: [],
      order: null,
      settled: null,
    };
    walk.next++;
    record.state = { phase: 'evaluating', evaluation };
    walk.stack.push(record);
    for (const request of record.requests) this.#require(record, evaluation, request.record, walk);
    if (evaluation.pending > 0 || record.source.hasTopLevelAwait) {
      evaluation.order = this.#order++;
      if (evaluation.pending === 0) this.#runAsynchronously(record);
    } else {
      this.run(record);
    }
    if (evaluation.ancestor === evaluation.index) completeCycle(record, walk.stack);
  }

  /** Runs a CommonJS, JSON or built-in module, which has no dependencies in this graph. */
  #visitLeaf(record: ModuleRecord): void {
    record.state = { phase: 'evaluated' };
    try {
      this.run(record);
    } catch (error) {
      record.state = { phase: 'failed', error };
      throw error;
    }
  }

  #require(record: ModuleRecord, evaluation: Evaluation, required: ModuleRecord, walk: Walk): void {
    this.#visit(required, walk);
    const { state } = required.cycleRoot ?? required;
    if (state.phase === 'failed') throw state.error;
    if (state.phase !== 'evaluating') return;
    if (required.cycleRoot === null) {
      // The module belongs to another walk, which is below this one on the call stack, so this one cannot wait for it.
      if (state.evaluation.walk !== walk.walk) return;
      evaluation.ancestor = Math.min(evaluation.ancestor, state.evaluation.ancestor);
    }
    if (state.evaluation.order !== null) waitFor(state.evaluation, record, evaluation);
  }

  #runAsynchronously(record: ModuleRecord): void {
    let running: Promise<void> | null;
    try {
      running = this.run(record);
    } catch (error) {
      running = Promise.reject(error);
    }
    (running ?? Promise.resolve()).then(
      () => this.#fulfilled(record),
      (error: unknown) => this.#rejected(record, error),
    );
  }

  #fulfilled(record: ModuleRecord): void {
    if (record.state.phase !== 'evaluating') return;
    const ready: ModuleRecord[] = [];
    gatherReady(record.state.evaluation, ready);
    complete(record, record.state.evaluation);
    for (const next of ready.sort((a, b) => orderOf(a) - orderOf(b))) this.#continueWith(next);
  }

  #continueWith(record: ModuleRecord): void {
    // The failure of another dependency may have ended its evaluation.
    if (record.state.phase !== 'evaluating') return;
    if (record.source?.hasTopLevelAwait === true) {
      this.#runAsynchronously(record);
      return;
    }
    try {
      this.run(record);
      complete(record, record.state.evaluation);
    } catch (error) {
      this.#rejected(record, error);
    }
  }

  #rejected(record: ModuleRecord, error: unknown): void {
    if (record.state.phase !== 'evaluating') return;
    const { evaluation } = record.state;
    record.state = { phase: 'failed', error };
    for (const waiting of evaluation.waiting) this.#rejected(waiting, error);
    evaluation.settled?.reject(error);
  }
}

interface Walk {
  readonly walk: object;
  readonly stack: ModuleRecord[];
  next: number;
}

function pendingOf({ state }: ModuleRecord): Promise<void> | null {
  return state.phase === 'evaluating' ? promiseOf(state.evaluation) : null;
}

function waitFor(required: Evaluation, record: ModuleRecord, evaluation: Evaluation): void {
  evaluation.pending++;
  required.waiting.push(record);
}

function completeCycle(root: ModuleRecord, stack: ModuleRecord[]): void {
  for (;;) {
    const member = stack.pop();
    if (member === undefined || member.state.phase !== 'evaluating') return;
    member.cycleRoot = root;
    if (member.state.evaluation.order === null) member.state = { phase: 'evaluated' };
    if (member === root) return;
  }
}

function complete(record: ModuleRecord, evaluation: Evaluation): void {
  evaluation.order = null;
  record.state = { phase: 'evaluated' };
  evaluation.settled?.resolve();
}

/** Adds the modules that waited only for this one and, unless those await themselves, the modules that waited only for them, and so on. */
function gatherReady(evaluation: Evaluation, ready: ModuleRecord[]): void {
  for (const record of evaluation.waiting) {
    if (record.state.phase !== 'evaluating' || ready.includes(record)) continue;
    const own = record.state.evaluation;
    if (record.cycleRoot?.state.phase === 'failed') continue;
    own.pending--;
    if (own.pending > 0) continue;
    ready.push(record);
    if (record.source?.hasTopLevelAwait !== true) gatherReady(own, ready);
  }
}

function orderOf(record: ModuleRecord): number {
  return record.state.phase === 'evaluating' ? (record.state.evaluation.order ?? 0) : 0;
}

function promiseOf(evaluation: Evaluation): Promise<void> {
  if (evaluation.settled === null) {
    let resolve: () => void = () => undefined;
    let reject: (error: unknown) => void = () => undefined;
    const promise = new Promise<void>((onResolve, onReject) => {
      resolve = onResolve;
      reject = onReject;
    });
    evaluation.settled = { promise, resolve, reject };
  }
  return evaluation.settled.promise;
}
