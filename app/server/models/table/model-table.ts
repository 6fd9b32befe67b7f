import type { ModelPrice } from '../../../lib/protocol/models/model-price.ts';

/** Windows and prices of models, made by `npm run models-table` from the package `@pydantic/genai-prices`. */
export interface ModelTable {
  /** Of the package. */
  version: string;
  /** When that version came out: `2026-09-23`. */
  date: string;
  providers: readonly TableProvider[];
}

export interface TableProvider {
  id: string;
  /** A regular expression for the addresses where it answers. */
  address: string;
  /** Providers whose models it serves under their names. */
  others?: readonly string[];
  models: readonly TableModel[];
}

export interface TableModel {
  id: string;
  /** Which other names are this model; absent: none. */
  match?: ModelMatch;
  /** Tokens. */
  window?: number;
  price?: ModelPrice;
}

/** Small and capital letters are the same, but in a `regex`. */
export type ModelMatch =
  | { or: readonly ModelMatch[] }
  | { and: readonly ModelMatch[] }
  | { equals: string }
  | { starts_with: string }
  | { ends_with: string }
  | { contains: string }
  | { regex: string };
