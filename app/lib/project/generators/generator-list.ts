/** An npm package that creates a project in the current folder. */
export interface Generator {
  name: string;
  title: string;
  /** Arguments that prevent questions. */
  arguments: string;
}

/** To add a generator, add a line. Users can type the name of any other. */
export const GENERATORS: readonly Generator[] = [
  { name: 'create-vite', title: 'Vite', arguments: '. --template react-ts --no-interactive' },
  { name: 'create-next-app', title: 'Next.js', arguments: '. --yes --skip-install --disable-git' },
  { name: 'create-astro', title: 'Astro', arguments: '. --template minimal --no-install --no-git --yes' },
  { name: 'create-hono', title: 'Hono', arguments: '. --template nodejs --pm npm --install' },
];
