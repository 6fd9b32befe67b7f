/** Name of the client's event that tells of the connection to a real machine, beside the events that the official client knows. */
export const MACHINE_CONNECTION_EVENT = 'machine-connection';

/** Argument of the event. While the connection is away, calls wait; `lost` for good ends the runtime. */
export type MachineConnection =
  | { state: 'away'; reason: string }
  /** The commands that have ended meanwhile. */
  | { state: 'back'; lost: readonly string[] }
  | { state: 'lost'; reason: string };
