import type { ModuleRequest, RewrittenModule } from './rewrite/rewrite-state.ts';

/** What the rewritten generator is called with, and what it gives. */
export type ModuleBody = Generator<unknown, void> | AsyncGenerator<unknown, void>;

/** One module in the graph: linked once, evaluated once. */
export interface ModuleRecord {
  url: string;
  namespace: object;
  /** ES module source; null for CommonJS, JSON and builtins. */
  source: RewrittenModule | null;
  /** Fills the namespace of a module that is not ES source. */
  evaluateOther: (() => void) | null;
  requests: (ModuleRequest & { record: ModuleRecord })[];
  ownGetters: Map<string, () => unknown>;
  body: ModuleBody | null;
  /** The module of its cycle that was come to first, itself when it is in none; null until all of the cycle has been come to. */
  cycleRoot: ModuleRecord | null;
  state:
    | { phase: 'linking' | 'linked' | 'evaluated' }
    /** Runs, or waits: it awaits at its top level, or depends on a module that does. */
    | { phase: 'evaluating'; evaluation: Evaluation }
    | { phase: 'failed'; error: unknown };
}

/** An exported name followed to the module that declares it. `ambiguous`: two `export *` offer different things. */
export type ResolvedExport = { record: ModuleRecord; name: string } | 'ambiguous' | null;

export function resolveExport(record: ModuleRecord, name: string, seen: Set<string> = new Set()): ResolvedExport {
  const mark = `${record.url} ${name}`;
  if (seen.has(mark)) return null;
  seen.add(mark);
  const { source } = record;
  // What a CommonJS module exports shows only when it has run; it is checked then.
  if (source === null) return { record, name };
  const passedOn = source.passedOn.find((item) => item.name === name);
  if (passedOn !== undefined) {
    const origin = record.requests[passedOn.request]?.record;
    return origin === undefined ? null : resolveExport(origin, passedOn.importedName, seen);
  }
  if (source.exportNames.includes(name)) return { record, name };
  if (name === 'default') return null;
  let found: ResolvedExport = null;
  for (const index of source.starRequests) {
    const origin = record.requests[index]?.record;
    if (origin === undefined) continue;
    if (origin.source === null && !(name in origin.namespace) && origin.state.phase === 'evaluated') continue;
    const resolved = resolveExport(origin, name, seen);
    if (resolved === 'ambiguous') return resolved;
    if (resolved === null) continue;
    if (found !== null && typeof found === 'object' && (found.record !== resolved.record || found.name !== resolved.name))
      return 'ambiguous';
    found = resolved;
  }
  return found;
}

/** Every name a module exports, those of `export *` included. */
export function allExportNames(record: ModuleRecord, seen: Set<ModuleRecord> = new Set()): Set<string> {
  const names = new Set<string>();
  if (seen.has(record)) return names;
  seen.add(record);
  if (record.source === null) return new Set(Object.keys(record.namespace));
  for (const name of record.source.exportNames) names.add(name);
  for (const index of record.source.starRequests) {
    const origin = record.requests[index]?.record;
    if (origin !== undefined) for (const name of allExportNames(origin, seen)) if (name !== 'default') names.add(name);
  }
  return names;
}

/** Where a module is once its evaluation has begun; the fields are those of the specification's cyclic module records. */
export interface Evaluation {
  /** Of which call of `evaluate` it is a part: only modules of the same one can be members of one cycle. */
  readonly walk: object;
  readonly index: number;
  ancestor: number;
  /** Modules it waits for. */
  pending: number;
  /** Modules that wait for it. */
  readonly waiting: ModuleRecord[];
  /** Its place among those that were found to wait for something; null: it did not, or no longer does. */
  order: number | null;
  settled: Settled | null;
}

export interface Settled {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}
