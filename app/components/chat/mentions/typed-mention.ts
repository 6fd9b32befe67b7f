/** The text that is being typed at the caret after `@`. */
export interface TypedMention {
  /** Offset of the `@`. */
  start: number;
  query: string;
}

const LONGEST_QUERY = 100;
/** An `@` inside a word belongs to a mail address. */
const TYPED = /(?:^|[\s([{"'`])@([^\s@]*)$/;

export function typedMention(text: string, caret: number): TypedMention | null {
  const query = TYPED.exec(text.slice(Math.max(0, caret - LONGEST_QUERY - 2), caret))?.[1];
  if (query === undefined || query.length > LONGEST_QUERY) return null;
  return { start: caret - query.length - 1, query };
}
