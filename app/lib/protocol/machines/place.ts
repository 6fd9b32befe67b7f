import { z } from 'zod';

/** The folder of a real machine in which a project lies. A project without a place lies in this browser. */
export const placeSchema = z.object({
  /** Identifies the machine and its user, and does not change when its bridge restarts. */
  machineId: z.string().regex(/^[a-z0-9]{16,64}$/),
  user: z.string().max(100),
  host: z.string().max(255),
  /** The user's home folder there. */
  home: z.string().max(4_096),
  /** An absolute path. */
  folder: z.string().startsWith('/').max(4_096),
});
export type Place = z.infer<typeof placeSchema>;
