/** A range of the open file that a list previews while the user moves through it. Offsets in the editor's text. */
export type Glance = { type: 'show'; from: number; to: number } | { type: 'choose'; from: number; to: number } | { type: 'back' };
