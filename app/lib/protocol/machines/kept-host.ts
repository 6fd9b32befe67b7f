import { wantedPlaceSchema } from 'devonz-engine-protocol/machine/own-computer';
import { z } from 'zod';
import { placeSchema } from './place.ts';

/** A place that the user has opened or tested with the form. It holds no password: the form asks for one each time. */
export const keptHostSchema = z.object({
  id: z.string().min(1).max(100),
  /** Such as `ada@server`. */
  name: z.string().max(400),
  place: wantedPlaceSchema,
  /** When it was last opened or tested. */
  usedAt: z.number(),
  /** Where it led; null if it was only tested. */
  reached: placeSchema.pick({ machineId: true, folder: true }).nullable(),
});
export type KeptHost = z.infer<typeof keptHostSchema>;
