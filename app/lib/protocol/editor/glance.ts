/** Places of the file that is shown, which a list shows while its user chooses one: offsets as the editor has the text. */
export type Glance = { type: 'show'; from: number; to: number } | { type: 'choose'; from: number; to: number } | { type: 'back' };
