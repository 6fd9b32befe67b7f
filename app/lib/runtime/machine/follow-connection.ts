import { MACHINE_CONNECTION_EVENT } from 'devonz-engine-protocol/machine/connection';
import { z } from 'zod';
import type { ResolvedHost } from '../hosts.ts';
import type { RuntimeEvent } from '../types.ts';

const text = z.string().max(2_000);
const changeSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('away'), reason: text }),
  z.object({ state: z.literal('back'), lost: z.array(text).max(1_000) }),
  z.object({ state: z.literal('lost'), reason: text }),
]);

export interface ConnectionListeners {
  /** The connection was interrupted or is back: calls wait meanwhile. */
  emit(event: Extract<RuntimeEvent, { type: 'connection' }>): void;
  /** The machine does not come back: whatever ran there is unknown. */
  onLost(reason: string): void;
}

/** The part of the client that is used here. */
interface EventSource {
  on(event: 'error', listener: (error: { message: string }) => void): unknown;
}

/** Follows the connection to a real machine; the browser's own hosts have none. */
export function followConnection(container: EventSource, { host }: ResolvedHost, { emit, onLost }: ConnectionListeners): void {
  if (host !== 'machine') return;
  // An event of the bridge that the client passes on, but that its types do not have.
  container.on(MACHINE_CONNECTION_EVENT as 'error', (given: unknown) => {
    const { data: change } = changeSchema.safeParse(given);
    if (change === undefined) return;
    if (change.state === 'lost') onLost(change.reason);
    else emit({ type: 'connection', isThere: change.state === 'back', lost: change.state === 'back' ? change.lost : [] });
  });
}
