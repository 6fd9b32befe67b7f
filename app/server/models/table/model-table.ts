import type { ModelPrice } from '../../../lib/protocol/models/model-price.ts';

/** Windows and prices of models, made by `npm run models-table` from the package `@pydantic/genai-prices`. */
export interface ModelTable {
  /** Version of the package. */
  version: string;
  /** Release date of that version: `2026-09-23`. */
  date: string;
  providers: readonly TableProvider[];
}

export interface TableProvider {
  id: string;
  /** A regular expression for the addresses of its API. */
  address: string;
  /** Providers whose models it also serves under their own names. */
  others?: readonly string[];
  models: readonly TableModel[];
}

export interface TableModel {
  id: string;
  /** Other names of this model; absent if there are none. */
  match?: ModelMatch;
  /** Tokens. */
  window?: number;
  price?: ModelPrice;
}

/** Case-insensitive, except for `regex`. */
export type ModelMatch =
  | { or: readonly ModelMatch[] }
  | { and: readonly ModelMatch[] }
  | { equals: string }
  | { starts_with: string }
  | { ends_with: string }
  | { contains: string }
  | { regex: string };
