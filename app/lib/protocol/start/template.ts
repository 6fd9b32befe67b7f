import { z } from 'zod';

/** A project to start from: what the first screen shows of it. Its files are in `templates/<name>/`. */
export const templateSchema = z.object({
  /** The folder's name. */
  name: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  title: z.string().min(1),
  text: z.string().min(1),
  /** Two letters for its tile. */
  tile: z.string().length(2),
});
export type Template = z.infer<typeof templateSchema>;
