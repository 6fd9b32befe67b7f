import type { DefinitionPlace, TypeAnswers, TypeQuestionKind, TypeQuestionOf } from '../../types-service/type-questions.ts';

/** The editor's access to type information. */
export interface TypePort {
  /** Returns null if nothing is known. */
  ask<Kind extends TypeQuestionKind>(question: TypeQuestionOf<Kind>): Promise<TypeAnswers[Kind] | null>;
  open(place: DefinitionPlace): void;
  /** Calls back when results may have changed. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
}
