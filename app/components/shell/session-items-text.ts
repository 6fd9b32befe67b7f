export const SESSION_ITEMS_TEXT = {
  caret: (line: number, column: number) => `Ln ${line}, Col ${column}`,
} as const;
