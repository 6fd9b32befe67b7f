import { z } from 'zod';

/** How a call with other products' names was read, such as `file_path → path`. The call itself is stored as it was read. */
export const callReadingSchema = z.object({ toolCallId: z.string(), readings: z.array(z.string()) });
export type CallReading = z.infer<typeof callReadingSchema>;
