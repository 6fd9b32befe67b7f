import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';

export interface RecordedCall {
  name: string;
  arguments: unknown[];
}

/** Actions for tests: every call is recorded; one without a scripted answer throws, so that an unexpected call is seen. */
export function fakeActions(scripted: Partial<WorkbenchActions> = {}): WorkbenchActions & { calls: RecordedCall[] } {
  const calls: RecordedCall[] = [];
  const answers = new Map<string | symbol, unknown>(Object.entries(scripted));
  // The proxy answers for every method of the interface; what is not scripted throws when called.
  return new Proxy({ calls } as WorkbenchActions & { calls: RecordedCall[] }, {
    get(target, name) {
      if (name === 'calls') return target.calls;
      // Else a promise that resolves to these actions would take them for a promise.
      if (name === 'then') return undefined;
      return (...values: unknown[]) => {
        calls.push({ name: String(name), arguments: values });
        const answer = answers.get(name);
        if (typeof answer !== 'function') throw new Error(`fakeActions: ${String(name)} was called but is not scripted`);
        return answer(...values);
      };
    },
  });
}
