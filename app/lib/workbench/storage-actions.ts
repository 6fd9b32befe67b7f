/** What a user can do about the room that this browser gives. No method rejects. */
export interface StorageActions {
  /** Room has been made perhaps: what waits for it is kept at once. */
  lookForRoom(): Promise<void>;
}
