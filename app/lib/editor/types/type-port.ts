import type { DefinitionPlace, TypeAnswers, TypeQuestionKind, TypeQuestionOf } from '../../types-service/type-questions.ts';

/** What an editor needs to show types. */
export interface TypePort {
  /** null: nothing is known. */
  ask<Kind extends TypeQuestionKind>(question: TypeQuestionOf<Kind>): Promise<TypeAnswers[Kind] | null>;
  open(place: DefinitionPlace): void;
  /** Calls back when what was checked may look different. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
}
