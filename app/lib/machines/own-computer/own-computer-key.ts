import { OWN_COMPUTER_PARAMETER } from 'devonz-engine-protocol/machine/own-computer';
import { OWN_COMPUTER_KEY } from '../../protocol/storage-keys.ts';

const KEY = /^[a-z0-9_-]{16,200}$/i;

/** Reads the key from the address that `npm start` prints, or the part after `#`; null if it holds none. */
export function readOwnComputerKey(text: string): string | null {
  const key = new URLSearchParams(text.trim().replace(/^[^#]*#/, '')).get(OWN_COMPUTER_PARAMETER);
  return key !== null && KEY.test(key) ? key : null;
}

/** The key in this browser. It is a secret of the browser and belongs to no chat. */
export interface OwnComputerKeyStore {
  read(): string | null;
  /** Throws a DOMException if the browser refuses. */
  keep(key: string): void;
}

export function createOwnComputerKeyStore(storage: Pick<Storage, 'getItem' | 'setItem'>): OwnComputerKeyStore {
  return {
    read() {
      const kept = storage.getItem(OWN_COMPUTER_KEY);
      return kept !== null && KEY.test(kept) ? kept : null;
    },
    keep: (key) => storage.setItem(OWN_COMPUTER_KEY, key),
  };
}
