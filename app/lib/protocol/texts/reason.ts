/**
 * Why something asks, so that the page can say it in the user's language: the English sentence with its places, which the catalogue has as a key
 * (decision 0052), and what is put in them. A value can be a reason itself, where one sentence holds another.
 */
export interface Reason {
  text: string;
  values?: Readonly<Record<string, ReasonValue>> | undefined;
}

export type ReasonValue = string | number | Reason;

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
