import { t } from '../../i18n/t.ts';

export interface GeneratorRequest {
  /** `create-vite`, `create-vite@7`, `@scope/create-thing`. */
  generator: string;
  /** As typed after its name. */
  arguments: string;
}

const PACKAGE = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*(?:@[a-z0-9][a-z0-9.+~^-]*)?$/i;

/** Builds the command line, or says why the name is invalid. Without a version, the newest one runs. */
export function generatorCommand({
  generator,
  arguments: given,
}: GeneratorRequest): { ok: true; text: string } | { ok: false; why: string } {
  const name = generator.trim();
  if (name === '') return { ok: false, why: t('Write the name of a generator, such as create-vite.') };
  if (!PACKAGE.test(name))
    return {
      ok: false,
      why: t('“{name}” is not the name of a package. Generators are called create-vite or @scope/create-thing.', { name }),
    };
  const versioned = name.lastIndexOf('@') > 0 ? name : `${name}@latest`;
  // Several lines would run as several commands.
  const rest = given.replace(/\s+/g, ' ').trim();
  return { ok: true, text: `npx --yes ${versioned}${rest === '' ? '' : ` ${rest}`}` };
}
