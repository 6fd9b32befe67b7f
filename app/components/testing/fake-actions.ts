import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';

export interface RecordedCall {
  name: string;
  arguments: unknown[];
}

/** A test's implementations of any area's methods, whose names are unique across areas. */
export type ScriptedActions =
  { [Area in keyof WorkbenchActions]: (actions: Partial<WorkbenchActions[Area]>) => void } extends Record<
    string,
    (actions: infer All) => void
  >
    ? All
    : never;

/** Returns actions for tests. Every call is recorded; one that is not scripted throws, so that unexpected calls are noticed. */
export function fakeActions(scripted: ScriptedActions = {}): WorkbenchActions & { calls: RecordedCall[] } {
  const calls: RecordedCall[] = [];
  const answers = new Map<string | symbol, unknown>(Object.entries(scripted));
  const methods = {
    get(_target: object, name: string | symbol) {
      return (...values: unknown[]) => {
        calls.push({ name: String(name), arguments: values });
        const answer = answers.get(name);
        if (typeof answer !== 'function') throw new Error(`fakeActions: ${String(name)} was called but is not scripted`);
        return answer(...values);
      };
    },
  };
  const areas = new Map<string | symbol, object>();
  // The proxies provide every area and method of the interface; methods that are not scripted throw when called.
  return new Proxy({ calls } as WorkbenchActions & { calls: RecordedCall[] }, {
    get(target, name) {
      if (name === 'calls') return target.calls;
      // Otherwise a promise that resolves to these actions would treat them as a promise.
      if (name === 'then') return undefined;
      const known = areas.get(name) ?? new Proxy({}, methods);
      // An area keeps its identity, because effects depend on it.
      areas.set(name, known);
      return known;
    },
  });
}
