import type { LeftThing } from 'devonz-engine-protocol/forget/empty-origin';

export interface ForgetPorts {
  /** Never rejects; returns what the app's own origin still stores. */
  emptyOrigin(): Promise<readonly LeftThing[]>;
  whatIsLeft(): Promise<readonly LeftThing[]>;
  /** Makes the server delete cookies and the data that belongs to them; `false` if it did not respond. */
  askServer(): Promise<boolean>;
  /** Empties the origins of the engine and the previews; `false` if they did not respond or could not be emptied. */
  emptyEngine(): Promise<boolean>;
  /** Runs when no other page of the app is left. */
  alone<Value>(run: () => Promise<Value>): Promise<Value>;
}

export interface Forgotten {
  left: readonly LeftThing[];
  /** Whether the server deleted the key cookies, which scripts cannot access. */
  isServerDone: boolean;
  isEngineDone: boolean;
}

/** Deletes everything stored in this browser. A failure does not stop the other deletions, and is reported. */
export function deleteEverything(ports: ForgetPorts): Promise<Forgotten> {
  return ports.alone(async () => {
    // First, while the engine's pages can still be loaded from its own copy.
    const isEngineDone = await ports.emptyEngine().catch(() => false);
    await ports.emptyOrigin();
    // The response makes the browser clear data that a script cannot.
    const isServerDone = await ports.askServer().catch(() => false);
    return { left: await ports.whatIsLeft(), isServerDone, isEngineDone };
  });
}
