import { z } from 'zod';

const line = z.string().max(2_000);

/** The visible content of a preview page. The page's own script reports it, so it is untrusted. */
export const pageLookSchema = z.object({
  title: line,
  /** The page's location in the preview: path, query and hash. */
  place: line,
  /** All resources it needs are loaded. */
  isLoaded: z.boolean(),
  width: z.number(),
  height: z.number(),
  /** The visible content from top to bottom, one entry per line; empty if the page is blank. */
  lines: z.array(line).max(1_000),
  /** `lines` is truncated. */
  isCut: z.boolean(),
});
export type PageLook = z.infer<typeof pageLookSchema>;
