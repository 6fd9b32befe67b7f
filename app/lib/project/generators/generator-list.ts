/** An npm package that makes a project in the folder it is run in. */
export interface Generator {
  name: string;
  title: string;
  /** What it is given so that it asks nothing. */
  arguments: string;
}

/** A line adds one; any other is typed by its name. */
export const GENERATORS: readonly Generator[] = [
  { name: 'create-vite', title: 'Vite', arguments: '. --template react-ts --no-interactive' },
  { name: 'create-next-app', title: 'Next.js', arguments: '. --yes --skip-install --disable-git' },
  { name: 'create-astro', title: 'Astro', arguments: '. --template minimal --no-install --no-git --yes' },
  { name: 'create-hono', title: 'Hono', arguments: '. --template nodejs --pm npm --install' },
];
