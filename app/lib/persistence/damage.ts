/** Something that is kept and does not have the shape it should. It is left where it is. */
export interface Damage {
  /** Of its store and place: it is named once. */
  key: string;
  /** As the user knows it, such as “the entry of the chat ‘Shop’”. */
  what: string;
  /** What it lacks was found elsewhere: nothing is missing. */
  isRestored: boolean;
}

export type ReportDamage = (damage: Damage) => void;
