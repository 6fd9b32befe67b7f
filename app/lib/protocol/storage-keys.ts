/**
 * Keys under which the browser stores settings. The first key is the seed's: it holds the five agent settings, kept where programs written
 * for the original expect them.
 */
export const AGENT_SETTINGS_KEY = 'devonz_agent_mode_settings';
export const APP_SETTINGS_KEY = 'devonz_settings';
/** Which hosts the programs of each project may reach through the server. */
export const OUTBOUND_HOSTS_KEY = 'devonz_outbound_hosts';
/** Set when the user has removed the offline copy. */
export const OFFLINE_REMOVED_KEY = 'devonz_offline_removed';
/** The real machines that this browser reaches, with the secret addresses of their bridges. */
export const MACHINES_KEY = 'devonz_machines';
/** The places that the user has opened or tested with the form, without any password. */
export const HOSTS_KEY = 'devonz_hosts';
/** The key that `npm start` prints, with which its server opens folders of this computer. */
export const OWN_COMPUTER_KEY = 'devonz_own_computer';
/** When the user last exported a project. */
export const LAST_EXPORT_KEY = 'devonz_last_export';
/** Which MCP servers from a project's own file the user has agreed to. */
export const PROJECT_SERVERS_KEY = 'devonz_mcp_project_servers';
/** Followed by a chat's id; set while a page draws that chat. A page that finds it knows that drawing the chat may have crashed the last page. */
export const DRAWING_KEY = 'devonz_drawing';
/** The usage of models by day. */
export const SPENDING_KEY = 'devonz_spending';
/** The name of the IndexedDB database. */
export const DATABASE_NAME = 'devonz';
/** The name of the database that knows which pages are open. */
export const PAGES_DATABASE_NAME = 'devonz_pages';
/** A Web Lock, followed by a page's id: that page holds it as long as it lives. */
export const PAGE_LOCK = 'devonz_open_page';
/** In session storage: this tab's part in deleting everything. */
export const FORGET_KEY = 'devonz_delete_everything';
/** A Web Lock: every page of the app holds it shared; the page that deletes everything holds it exclusively. */
export const PAGES_LOCK = 'devonz_pages';
/** A broadcast channel: a page that gets a message on it closes the app. */
export const FORGET_CHANNEL = 'devonz_delete_everything';
