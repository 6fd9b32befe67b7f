import { PICK_LIMITS } from 'devonz-engine-protocol/page-pick';
import { z } from 'zod';

const text = (longest: number) => z.string().max(longest);
const name = text(PICK_LIMITS.name);
const length = z.number().min(0).max(1e7);

const sourceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file'), file: text(PICK_LIMITS.file), line: z.number().int().positive().nullable() }),
  z.object({ type: z.literal('stack'), stack: text(PICK_LIMITS.stack) }),
]);

const pickedElementSchema = z.object({
  name,
  selector: text(PICK_LIMITS.selector),
  text: text(PICK_LIMITS.text),
  components: z.array(text(PICK_LIMITS.component)).max(PICK_LIMITS.components),
  sources: z.array(sourceSchema).max(PICK_LIMITS.sources),
});

/** Messages through the port that a page has received; a page may send anything. */
export const pickerMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started') }),
  z.object({
    type: z.literal('at'),
    element: z.object({ name, text: text(PICK_LIMITS.text), width: length, height: length }),
  }),
  z.object({ type: z.literal('picked'), element: pickedElementSchema }),
  z.object({ type: z.literal('left') }),
  z.object({ type: z.literal('failed') }),
]);
