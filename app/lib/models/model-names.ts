/** The names in a setting such as `OPENAI_MODELS=gpt-5, gpt-5-mini`. */
export function modelNamesFrom(setting: string | undefined): string[] {
  const names = (setting ?? '').split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '' && name.length <= 180);
}
