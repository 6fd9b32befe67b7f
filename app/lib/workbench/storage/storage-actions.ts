/** What a user can do about the room that this browser gives. No method rejects. */
export interface StorageActions {
  /** Room has been made perhaps: what waits for it is kept at once. */
  lookForRoom(): Promise<void>;
  /** Finds out what uses it, into `$storageUse`. */
  measureStorage(): Promise<void>;
  /** Deletes what can be had again: npm's packages, and contents that nothing needs. */
  clearCaches(): Promise<void>;
  /** Asks the browser not to clear it by itself. */
  keepStorage(): Promise<void>;
}
