import { z } from 'zod';

/** Channel between the page that a sign-in redirects to and the pages of the app; all have the same origin. */
export const SIGN_IN_CHANNEL = 'devonz-mcp-sign-in';

const text = z.string().max(10_000);

export const signInMessageSchema = z.discriminatedUnion('type', [
  /** The parameters that the authorisation server returned. */
  z.object({
    type: z.literal('returned'),
    state: text,
    code: text.optional(),
    error: text.optional(),
    description: text.optional(),
    issuer: text.optional(),
  }),
  /** The page that started the sign-in has accepted the answer. */
  z.object({ type: z.literal('taken'), state: text }),
]);
export type SignInMessage = z.infer<typeof signInMessageSchema>;
export type SignInReturn = Extract<SignInMessage, { type: 'returned' }>;

/** Parses the page's query string. Returns null if it contains no sign-in answer. */
export function readSignInReturn(search: string): SignInReturn | null {
  const given = new URLSearchParams(search);
  const parsed = signInMessageSchema.safeParse({
    type: 'returned',
    state: given.get('state') ?? undefined,
    code: given.get('code') ?? undefined,
    error: given.get('error') ?? undefined,
    description: given.get('error_description') ?? undefined,
    issuer: given.get('iss') ?? undefined,
  });
  return parsed.success && parsed.data.type === 'returned' ? parsed.data : null;
}
