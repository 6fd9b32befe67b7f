/** Words of the editor about types. */
export const TYPE_TEXT = {
  noDefinition: 'No definition was found here.',
  noHover: 'Nothing is known of the types here.',
  overloads: (index: number, count: number) => `${index} of ${count}`,
} as const;
