import { z } from 'zod';

/** How a call was read that a model made with the names of other products, such as `file_path → path`. The call itself is kept as it was read. */
export const callReadingSchema = z.object({ toolCallId: z.string(), readings: z.array(z.string()) });
export type CallReading = z.infer<typeof callReadingSchema>;
