import { createContext, useContext } from 'react';
import { type StepView, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export type ToolViews = ReadonlyMap<string, ToolView>;

/** A Map, because the names come from a model: `constructor` must not match. */
export function toolViews(views: Readonly<Record<string, ToolView>>): ToolViews {
  return new Map(Object.entries(views));
}

/** The current views, provided by the conversation. */
export const ToolViewsContext = createContext<ToolViews>(new Map());

export function useToolView(toolName: string): ToolView | undefined {
  return useContext(ToolViewsContext).get(toolName);
}

/** Returns the subject of a call. */
export function subjectOf(view: ToolView | undefined, { input }: Pick<StepView, 'input'>): string {
  return view?.subject?.(input) ?? textOf(input, 'path');
}
