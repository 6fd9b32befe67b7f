/** The user's actions on this browser's storage. No method rejects. */
export interface StorageActions {
  /** Retries waiting writes at once, because there may be space again. */
  lookForRoom(): Promise<void>;
  /** Measures the usage, into `$storageUse`. */
  measureStorage(): Promise<void>;
  /** Deletes data that can be restored: npm's packages, and contents that nothing references. */
  clearCaches(): Promise<void>;
  /** Asks the browser not to evict the storage. */
  keepStorage(): Promise<void>;
}
