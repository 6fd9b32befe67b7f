import { z } from 'zod';

/** The machine on which a project is meant to be worked on, over SSH. What is not said is null. */
export interface Connection {
  host: string | null;
  user: string | null;
}

/** Shown where nothing is said. */
export const EXAMPLE_CONNECTION = { host: '192.168.1.224', user: 'jexida' } as const;

/** Both become words of a command that the user copies into a shell, so neither has a character with a meaning there, nor begins an option. */
export const connectionHostSchema = z
  .string()
  .max(255)
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i, 'It must be a name or an IPv4 address, without a port.');
export const connectionUserSchema = z
  .string()
  .max(100)
  .regex(/^[a-z_][a-z0-9._-]*$/i, 'It must be a user name: letters, digits, dots, - and _.');

/** Returns `user@host`, with the examples for what is missing; null if both are missing. */
export function connectionTarget({ host, user }: Connection): string | null {
  if (host === null && user === null) return null;
  return `${user ?? EXAMPLE_CONNECTION.user}@${host ?? EXAMPLE_CONNECTION.host}`;
}

/** Returns what the settings say; what is empty, or cannot be a word of a command, counts as not said. */
export function connectionInSettings({ host, user }: { host: string; user: string }): Connection {
  return {
    host: connectionHostSchema.safeParse(host).data ?? null,
    user: connectionUserSchema.safeParse(user).data ?? null,
  };
}
