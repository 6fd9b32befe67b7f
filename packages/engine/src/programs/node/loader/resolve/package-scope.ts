import { errorMessage } from '../../../../text/error-message.ts';
import { joinPath, type ModuleFiles, parentFolder } from '../module-files.ts';

export interface PackageDescription {
  folder: string;
  name: string | null;
  main: string | null;
  type: 'module' | 'commonjs' | 'none';
  exports: unknown;
  imports: unknown;
}

function textField(fields: Map<string, unknown>, name: string): string | null {
  const value = fields.get(name);
  return typeof value === 'string' ? value : null;
}

/** Reads each `package.json` once; as in Node, later changes are not seen by the process. */
export class PackageScopes {
  readonly #packages = new Map<string, PackageDescription | null>();

  constructor(private readonly files: ModuleFiles) {}

  /** Returns the description in exactly that folder. */
  read(folder: string): PackageDescription | null {
    const known = this.#packages.get(folder);
    if (known !== undefined) return known;
    const description = this.#load(folder);
    this.#packages.set(folder, description);
    return description;
  }

  #load(folder: string): PackageDescription | null {
    const path = joinPath(folder, 'package.json');
    if (this.files.kindOf(path) !== 'file') return null;
    let parsed: unknown;
    try {
      parsed = JSON.parse(this.files.readText(path));
    } catch (error) {
      const reason = errorMessage(error);
      throw Object.assign(new Error(`Invalid package config ${path}. ${reason}`), { code: 'ERR_INVALID_PACKAGE_CONFIG' });
    }
    const fields = new Map<string, unknown>(typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []);
    const type = fields.get('type');
    return {
      folder,
      name: textField(fields, 'name'),
      main: textField(fields, 'main'),
      type: type === 'module' || type === 'commonjs' ? type : 'none',
      exports: fields.get('exports') ?? null,
      imports: fields.get('imports') ?? null,
    };
  }

  /** Returns the nearest description at or above a file; `node_modules` itself is a boundary. */
  nearest(path: string): PackageDescription | null {
    for (let folder = parentFolder(path); ; folder = parentFolder(folder)) {
      if (folder.endsWith('/node_modules')) return null;
      const description = this.read(folder);
      if (description !== null) return description;
      if (folder === '/') return null;
    }
  }
}
