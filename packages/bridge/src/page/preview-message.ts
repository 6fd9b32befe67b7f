import * as z from 'zod';

const place = { pathname: z.string(), search: z.string(), hash: z.string(), stack: z.string().optional() };

/** The client's message about an error in a preview, without `previewId` and `port`. */
export const previewReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('PREVIEW_UNCAUGHT_EXCEPTION'), message: z.string(), ...place }),
  z.object({ type: z.literal('PREVIEW_UNHANDLED_REJECTION'), message: z.string(), ...place }),
  z.object({ type: z.literal('PREVIEW_CONSOLE_ERROR'), args: z.array(z.unknown()), ...place }),
]);

export type ForwardPreviewErrors = boolean | 'exceptions-only';

/** Returns the client's message for a report of a preview's page, or `null` if the client does not want it. */
export function previewMessage(port: number, report: unknown, forward: ForwardPreviewErrors): object | null {
  const parsed = previewReportSchema.safeParse(report);
  if (!parsed.success || forward === false) return null;
  if (forward === 'exceptions-only' && parsed.data.type === 'PREVIEW_CONSOLE_ERROR') return null;
  return { previewId: `p${port}`, port, ...parsed.data };
}
