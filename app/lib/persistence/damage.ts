/** A stored value with an invalid shape. It is left unchanged. */
export interface Damage {
  /** Made from its store and place, so that it is reported only once. */
  key: string;
  /** Its name for the user, such as “the entry of the chat ‘Shop’”. */
  what: string;
  /** The missing parts were found elsewhere, so nothing is lost. */
  isRestored: boolean;
}

export type ReportDamage = (damage: Damage) => void;
