import { useEffect, useReducer } from 'react';
import { untilLoaded } from './until-loaded.ts';

/** Code that the page does not need at first. */
export interface DeferredModule<Module> {
  /** Returns `null` until it is loaded. */
  current(): Module | null;
  /** Loads it once; after a failure, the next call tries again. */
  load(): Promise<Module>;
}

export function deferredModule<Module>(fetchIt: () => Promise<Module>): DeferredModule<Module> {
  let module: Module | null = null;
  let loading: Promise<Module> | null = null;
  return {
    current: () => module,
    load() {
      loading ??= untilLoaded(fetchIt).then(
        (loaded) => {
          module = loaded;
          return loaded;
        },
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}

/**
 * Returns the module once it is loaded; loading starts when the module is needed. `isLoading` is true while it is needed and not loaded.
 */
export function useDeferredModule<Module>(
  deferred: DeferredModule<Module>,
  isNeeded: boolean,
): { module: Module | null; isLoading: boolean } {
  const [hasFailed, tell] = useReducer((_before: boolean, failed: boolean) => failed, false);
  const [, showAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isNeeded || deferred.current() !== null) return;
    let isCurrent = true;
    tell(false);
    deferred.load().then(
      () => isCurrent && showAgain(),
      () => isCurrent && tell(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [deferred, isNeeded]);
  const module = deferred.current();
  return { module, isLoading: isNeeded && module === null && !hasFailed };
}
