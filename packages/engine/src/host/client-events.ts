import { proxy, releaseProxy } from 'comlink';
import type { OutsideRequest } from 'devonz-engine-protocol/outside-request';
import type { PageActivity } from 'devonz-engine-protocol/page-activity';
import type { PreviewError } from '../abi/preview-message.ts';

/** The client's events by name, with the arguments of their listeners. */
export interface ClientEventTable {
  port: [port: number, type: 'open' | 'close', url: string];
  'server-ready': [port: number, url: string];
  error: [error: { message: string }];
  'preview-message': [message: PreviewError & { previewId: string }];
  'page-activity': [activity: PageActivity];
  'xdg-open': [text: string];
  code: [type: 'open' | 'diff', event: { files: { filepath: string; line?: number; column?: number }[] }];
  'outside-request': [request: OutsideRequest, channel: MessagePort];
}

type RemoteListener = ((...values: unknown[]) => unknown) & { [releaseProxy]?: () => void };

export class ClientEvents {
  readonly #listeners = new Map<string, Set<RemoteListener>>();

  /** Adds a listener. Returns a remote function that removes it. */
  subscribe(event: string, listener: RemoteListener): () => void {
    const set = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, set.add(listener));
    return proxy(() => {
      if (set.delete(listener)) listener[releaseProxy]?.();
    });
  }

  emit<Name extends keyof ClientEventTable>(event: Name, ...values: ClientEventTable[Name]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      // A failing listener is the client's problem.
      Promise.resolve(listener(...values)).catch(() => {});
    }
  }

  /** Like `emit`, but calls only the latest listener. Returns whether there is one. */
  ask<Name extends keyof ClientEventTable>(event: Name, ...values: ClientEventTable[Name]): boolean {
    const listener = [...(this.#listeners.get(event) ?? [])].at(-1);
    if (listener === undefined) return false;
    Promise.resolve(listener(...values)).catch(() => {});
    return true;
  }

  clear(): void {
    this.#listeners.clear();
  }
}
