/**
 * A sentence that the page can translate: the English text with placeholders, which is the key in the catalogue (decision 0052), and the
 * values for them. A value can itself be a reason, if one sentence contains another.
 */
export interface Reason {
  text: string;
  values?: Readonly<Record<string, ReasonValue>> | undefined;
}

export type ReasonValue = string | number | Reason;

type Places<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type Values<Text extends string> = [Places<Text>] extends [never] ? [] : [values: Readonly<Record<Places<Text>, ReasonValue>>];

/** An English reason with placeholders: `because('{path} may be outside the project', { path })`. `npm run texts` finds it, like `t`. */
export function because<const Text extends string>(text: Text, ...[values]: Values<Text>): Reason {
  return values === undefined ? { text } : { text, values };
}

/** The English text for models, journals and logs. A number is formatted as an amount; pass anything else, such as a port, as a string. */
export function reasonText({ text, values = {} }: Reason): string {
  return text.replace(/{(\w+)}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'object' ? reasonText(value) : value.toLocaleString('en');
  });
}
