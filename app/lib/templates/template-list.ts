import { t } from '../i18n/t.ts';
import type { Template } from '../protocol/start/template.ts';

/** A template is a folder in `templates/` and an entry here. */
export const TEMPLATES: readonly Template[] = [
  { name: 'react-ts', title: 'React', text: () => t('Vite, TypeScript'), tile: 'Re' },
  { name: 'vue-ts', title: 'Vue', text: () => t('Vite, TypeScript'), tile: 'Vu' },
  { name: 'svelte-ts', title: 'Svelte', text: () => t('Vite, TypeScript'), tile: 'Sv' },
  { name: 'solid-ts', title: 'Solid', text: () => t('Vite, TypeScript'), tile: 'So' },
  { name: 'preact-ts', title: 'Preact', text: () => t('Vite, TypeScript'), tile: 'Pr' },
  { name: 'lit-ts', title: 'Lit', text: () => t('Web components, Vite'), tile: 'Li' },
  { name: 'vanilla-ts', title: 'Vanilla', text: () => t('No framework, Vite'), tile: 'Ts' },
  { name: 'express', title: 'Express', text: () => t('Server, TypeScript'), tile: 'Ex' },
  { name: 'hono', title: 'Hono', text: () => t('Server, TypeScript'), tile: 'Ho' },
];

export function findTemplate(name: string): Template | null {
  return TEMPLATES.find((template) => template.name === name) ?? TEMPLATES.find((template) => template.name === `${name}-ts`) ?? null;
}
