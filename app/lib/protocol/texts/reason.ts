import { z } from 'zod';

/**
 * Why something asks, so that the page can say it in the user's language: the English sentence with its places, which the catalogue has as a key
 * (decision 0052), and what is put in them. A value can be a reason itself, where one sentence holds another.
 */
export interface Reason {
  text: string;
  values?: Readonly<Record<string, ReasonValue>> | undefined;
}

export type ReasonValue = string | number | Reason;

/** How deep reasons hold reasons: what a stranger's session file has beyond it is said as the English sentence beside it. */
const DEEPEST = 6;

const reasonAt = (depth: number): z.ZodType<Reason> => {
  const plain = z.union([z.string(), z.number()]);
  const value: z.ZodType<ReasonValue> = depth === 0 ? plain : z.union([plain, reasonAt(depth - 1)]);
  return z.object({ text: z.string(), values: z.record(z.string(), value).optional() });
};

/** Kept beside the English sentence. Journals of earlier versions have none, and one that cannot be read costs nothing but the translation. */
export const keptReasonSchema = reasonAt(DEEPEST).optional().catch(undefined);

type Places<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type Values<Text extends string> = [Places<Text>] extends [never] ? [] : [values: Readonly<Record<Places<Text>, ReasonValue>>];

/** A reason in English with places: `because('{path} may be outside the project', { path })`. `npm run texts` finds it, as it finds `t`. */
export function because<const Text extends string>(text: Text, ...[values]: Values<Text>): Reason {
  return values === undefined ? { text } : { text, values };
}

/** As models read it, and journals and logs keep it. A number is an amount: what is none, such as a port, is given as a string. */
export function reasonText({ text, values = {} }: Reason): string {
  return text.replace(/{(\w+)}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'object' ? reasonText(value) : value.toLocaleString('en');
  });
}
