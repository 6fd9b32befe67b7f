import type { LeftThing } from 'devonz-engine-protocol/forget/empty-origin';

export interface ForgetPorts {
  /** Rejects never; what the app's own origin still keeps. */
  emptyOrigin(): Promise<readonly LeftThing[]>;
  whatIsLeft(): Promise<readonly LeftThing[]>;
  /** The server deletes cookies, and what it keeps by them; `false`: it did not answer. */
  askServer(): Promise<boolean>;
  /** The engine’s origin and those of previews; `false`: they did not answer, or could not be emptied. */
  emptyEngine(): Promise<boolean>;
  /** Runs when no other page of the app is left. */
  alone<Value>(run: () => Promise<Value>): Promise<Value>;
}

export interface Forgotten {
  left: readonly LeftThing[];
  /** Cookies with keys, which no script reads. */
  isServerDone: boolean;
  isEngineDone: boolean;
}

/** Deletes all that is kept in this browser. What fails keeps nothing else from being deleted, and is said. */
export function deleteEverything(ports: ForgetPorts): Promise<Forgotten> {
  return ports.alone(async () => {
    // While the engine's pages can still be loaded from its own copy.
    const isEngineDone = await ports.emptyEngine().catch(() => false);
    await ports.emptyOrigin();
    // By its answer the browser empties what a script could not.
    const isServerDone = await ports.askServer().catch(() => false);
    return { left: await ports.whatIsLeft(), isServerDone, isEngineDone };
  });
}
