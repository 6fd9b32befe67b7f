import { z } from 'zod';

const line = z.string().max(2_000);

/** What a previewed page shows, as its own script says it: a page can say anything. */
export const pageLookSchema = z.object({
  title: line,
  /** Where in the preview it is: path, query and hash. */
  place: line,
  /** Everything it needs has been loaded. */
  isLoaded: z.boolean(),
  width: z.number(),
  height: z.number(),
  /** What can be seen from top to bottom, a line each. None: the page is blank. */
  lines: z.array(line).max(1_000),
  /** There is more than `lines`. */
  isCut: z.boolean(),
});
export type PageLook = z.infer<typeof pageLookSchema>;
