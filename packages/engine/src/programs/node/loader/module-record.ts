import type { ModuleRequest, RewrittenModule } from './rewrite/rewrite-state.ts';

/** The rewritten generator of a module. */
export type ModuleBody = Generator<unknown, void> | AsyncGenerator<unknown, void>;

/** One module in the graph, linked once and evaluated once. */
export interface ModuleRecord {
  url: string;
  namespace: object;
  /** The ES module source, or null for CommonJS, JSON and built-in modules. */
  source: RewrittenModule | null;
  /** Fills the namespace of a module that is not ES source. */
  evaluateOther: (() => void) | null;
  requests: (ModuleRequest & { record: ModuleRecord })[];
  ownGetters: Map<string, () => unknown>;
  body: ModuleBody | null;
  /** The first visited module of its cycle, or the module itself if it is in none. Null until the whole cycle has been visited. */
  cycleRoot: ModuleRecord | null;
  state:
    | { phase: 'linking' | 'linked' | 'evaluated' }
    /** The module runs or waits: it awaits at its top level, or depends on a module that does. */
    | { phase: 'evaluating'; evaluation: Evaluation }
    | { phase: 'failed'; error: unknown };
}

/** An exported name resolved to the module that declares it, or `ambiguous` if two `export *` provide different bindings. */
export type ResolvedExport = { record: ModuleRecord; name: string } | 'ambiguous' | null;

export function resolveExport(record: ModuleRecord, name: string, seen: Set<string> = new Set()): ResolvedExport {
  const mark = `${record.url} ${name}`;
  if (seen.has(mark)) return null;
  seen.add(mark);
  const { source } = record;
  // The exports of a CommonJS module are known only after it has run; they are checked then.
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

/** Returns every name a module exports, including those of `export *`. */
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

/** The state of a module whose evaluation has begun. The fields are those of the specification's cyclic module records. */
export interface Evaluation {
  /** The `evaluate` call it belongs to; only modules of the same call can be members of one cycle. */
  readonly walk: object;
  readonly index: number;
  ancestor: number;
  /** The number of modules it waits for. */
  pending: number;
  /** The modules that wait for it. */
  readonly waiting: ModuleRecord[];
  /** Its position among the modules that had to wait, or null if it did not wait or no longer does. */
  order: number | null;
  settled: Settled | null;
}

export interface Settled {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}
