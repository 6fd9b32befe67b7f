import type { Migration } from './migration.ts';

/**
 * Each chat had its own files: they become a project with the chat's name. Rows in `files` keep their keys, because the project
 * gets the chat's id.
 */
export const addProjects: Migration = async (database, transaction) => {
  database.createObjectStore('projects');
  database.createObjectStore('partials');
  database.createObjectStore('snapshots');
  database.createObjectStore('workspaces');
  database.createObjectStore('folders');
  const chats = transaction.objectStore('chats');
  const projects = transaction.objectStore('projects');
  for await (const { key, value } of chats.iterate()) {
    const known = typeof value === 'object' && value !== null ? value : {};
    const { title, createdAt, updatedAt } = known as { title?: unknown; createdAt?: unknown; updatedAt?: unknown }; // Each field is checked below.
    await projects.put(
      {
        projectId: key,
        name: typeof title === 'string' ? title : 'Untitled',
        createdAt: typeof createdAt === 'number' ? createdAt : 0,
        updatedAt: typeof updatedAt === 'number' ? updatedAt : 0,
        archivedAt: null,
        deletedAt: null,
      },
      key,
    );
    await chats.put({ ...known, projectId: key }, key);
  }
};
