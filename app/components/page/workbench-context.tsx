import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { errorMessage } from '../../lib/protocol/error-message.ts';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';
import { deferredActions } from './deferred-actions.ts';

/** The state of the services; the page is usable in each. */
export type WorkbenchReadiness = { state: 'loading' } | { state: 'ready' } | { state: 'failed'; message: string };

interface WorkbenchValue {
  actions: WorkbenchActions;
  readiness: WorkbenchReadiness;
}

const WorkbenchContext = createContext<WorkbenchValue | null>(null);

/** Like `Promise.withResolvers`, which the server's Node does not have. */
function openPromise() {
  let resolve: (actions: WorkbenchActions) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<WorkbenchActions>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

interface WorkbenchProviderProps {
  /** Loads and starts the services; called once, in the browser, after the first paint. */
  start: () => Promise<WorkbenchActions>;
  children: ReactNode;
}

export function WorkbenchProvider({ start, children }: WorkbenchProviderProps) {
  const [pending] = useState(openPromise);
  const [value, setValue] = useState<WorkbenchValue>(() => ({
    actions: deferredActions(pending.promise),
    readiness: { state: 'loading' },
  }));
  const hasStarted = useRef(false);

  useEffect(() => {
    // Strict mode runs effects twice; two sets of services would conflict over one runtime.
    if (hasStarted.current) return;
    hasStarted.current = true;
    start().then(
      (actions) => {
        pending.resolve(actions);
        setValue({ actions, readiness: { state: 'ready' } });
      },
      (error: unknown) => {
        const message = errorMessage(error);
        pending.reject(error);
        setValue((previous) => ({ ...previous, readiness: { state: 'failed', message } }));
      },
    );
    pending.promise.catch(() => undefined);
  }, [start, pending]);

  return <WorkbenchContext.Provider value={value}>{children}</WorkbenchContext.Provider>;
}

/** Provides these actions as ready, for tests and stories. */
export function ReadyWorkbench({ actions, children }: { actions: WorkbenchActions; children: ReactNode }) {
  const value = useMemo<WorkbenchValue>(() => ({ actions, readiness: { state: 'ready' } }), [actions]);
  return <WorkbenchContext.Provider value={value}>{children}</WorkbenchContext.Provider>;
}

function useWorkbench(): WorkbenchValue {
  const value = useContext(WorkbenchContext);
  if (value === null) throw new Error('useActions needs a WorkbenchProvider above it');
  return value;
}

/** Returns the actions of one area. Their identity changes once, when the services are ready. */
export function useActions<Area extends keyof WorkbenchActions>(area: Area): WorkbenchActions[Area] {
  return useWorkbench().actions[area];
}

/** Returns the actions of all areas, for components that need many. */
export function useWorkbenchActions(): WorkbenchActions {
  return useWorkbench().actions;
}

export function useReadiness(): WorkbenchReadiness {
  return useWorkbench().readiness;
}
