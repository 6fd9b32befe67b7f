import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';

export interface RecordedCall {
  name: string;
  arguments: unknown[];
}

/** What a test scripts, of any area: a method's name is its own across them. */
export type ScriptedActions =
  { [Area in keyof WorkbenchActions]: (actions: Partial<WorkbenchActions[Area]>) => void } extends Record<
    string,
    (actions: infer All) => void
  >
    ? All
    : never;

/** Actions for tests: every call is recorded; one without a scripted answer throws, so that an unexpected call is seen. */
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
  // The proxies answer for every area and every method of its interface; what is not scripted throws when called.
  return new Proxy({ calls } as WorkbenchActions & { calls: RecordedCall[] }, {
    get(target, name) {
      if (name === 'calls') return target.calls;
      // Else a promise that resolves to these actions would take them for a promise.
      if (name === 'then') return undefined;
      const known = areas.get(name) ?? new Proxy({}, methods);
      // An area keeps its identity: effects depend on it.
      areas.set(name, known);
      return known;
    },
  });
}
